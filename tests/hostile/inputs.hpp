#pragma once

// Inputs that a stranger may send to see an engine hang, fill memory or crash: each a generator of a text of
// a given size. The test holds what comes of each against what it should say; the benchmark says how long
// each takes.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::hostile {

/// Which text of the engine's it is.
enum class Door {
  Source,  // a CUDA text
  Include, // a file that the text includes, and that may include itself: "a.cuh"
  Options, // the options' JSON, beside a small kernel
  Request, // one request
  Replay,  // measured requests, CSV
};

struct Input {
  const char* name;
  Door door;
  std::string (*make)(size_t bytes); // a text of about so many bytes
  /// What the answer says of it; "" where it is no more than long, and is answered without an error.
  const char* says;
};

/// Of what reads text, and of the preprocessor.
std::vector<Input> tokens();
/// Of the parser: what nests, and what only goes on.
std::vector<Input> syntax();
/// Of the types, templates, overloads and constants.
std::vector<Input> meanings();
/// Of launches and what runs.
std::vector<Input> runs();
/// Of the other doors.
std::vector<Input> doors();

/// All of them.
std::vector<Input> inputs();

/// The engine's answer, JSON; a source's run takes so many steps at most.
std::string answer(Door door, const std::string& text, uint64_t maxSteps);

// ---------------------------------------------------------------- to make them of

std::string times(size_t count, std::string_view text);
/// `each(i)` for i from 0, with `between` between two of them.
std::string repeat(size_t count, const std::function<std::string(size_t)>& each,
                   std::string_view between = {});
inline std::string number(size_t n) { return std::to_string(n); }
/// A kernel of one warp with that body, in which `int x` is the lane and `int* out` a buffer.
std::string kernel(std::string_view body, std::string_view before = {});

} // namespace banklab::hostile
