#pragma once

// What is known of the host on the way to a launch.

#include "lang/sema/sema.hpp"

#include <map>

namespace banklab::lang::sema {

/// Whether a way to a launch can be gone.
enum class HostWay : uint8_t {
  Open,
  Closed,  // the host does not take it
  Unknown, // a call on it is of another function than its name says
};

/// A launch of the host's, ready to be finished.
struct Sema::HostLaunch {
  Launch launch;
  FunctionEntity* kernel = nullptr;
  std::vector<std::string> assumptions;
  std::vector<Knob> knobs;
  std::string problem; // why it is not run, and a way out; empty: that is no matter of the text's
  std::optional<Diagnostic> broken; // what is wrong with its kernel
  size_t choices = 1;               // kernels that its name may stand for
  HostWay way = HostWay::Open;
};

/// A way to a launch: the calls that lead from the host's beginning to it, outermost first. The last of
/// `places` is the launch's own.
struct Sema::HostPath {
  const syntax::HostLaunch* launch = nullptr;
  std::vector<const syntax::HostCall*> calls;

  const syntax::HostPlace& place(size_t at) const { return at < calls.size() ? calls[at]->at : launch->at; }
};

/// What a place asks for: the names whose values the launch needs, and all that are mentioned beside them, of
/// which types are enough.
struct Sema::HostNeeds {
  std::set<std::string_view> values, mentioned;
};

/// What the host's names are, on the way to a launch.
struct Sema::HostNames {
  std::vector<HostNeeds> needs;                             // for each place of the path
  std::vector<Symbol*> unknown;                             // with no value that is known
  std::vector<std::string_view> assigned;                   // changed after they were declared
  std::vector<Launch::Copy> copies;                         // to the program's own variables
  std::map<std::string_view, std::vector<Symbol*>> kernels; // that a name may stand for
  bool areKernelsKnown = false;    // from a way without knobs: a number that is guessed chooses none
  size_t choice = 0;               // which of them it does stand for
  const HostNeeds* here = nullptr; // of the place in work
  bool isGivenLater = false;       // what the step in work declares gets its value by a later one
  bool withKnobs = false;          // numbers that are not known are knobs
  bool heedsGuards = true;         // a place that the host does not come to is not gone to
};

/// What a call hands on to a parameter.
struct Sema::HostValue {
  syntax::VarDecl* parameter = nullptr;
  const Type* type = nullptr; // null: not known
  std::optional<std::vector<std::byte>> image;
  std::vector<Symbol*> kernels; // where it is one: those that it may be
};

/// Runs it with all messages dropped; whether it succeeded with no error.
template <typename F>
bool Sema::quietly(F&& attempt) {
  Restore silence(sink_, &unheard_);
  const size_t before = unheard_.errorCount();
  return attempt() && unheard_.errorCount() == before;
}

} // namespace banklab::lang::sema
