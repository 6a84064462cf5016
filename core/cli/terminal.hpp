#pragma once

// What the place where the output goes to can show.

#include <cstdint>
#include <string>
#include <string_view>

namespace banklab::cli {

enum class ColorChoice : uint8_t { Auto, Always, Never };

enum class Tone : uint8_t { Plain, Bold, Dim, Good, Caution, Bad, Accent };

struct Terminal {
  bool color = false;
  uint32_t width = 0; // cells; 0: no limit (a file, a pipe)

  /// The text in that tone, where there is colour.
  std::string paint(Tone tone, std::string_view text) const;
};

/// Auto: colour where standard output is a terminal, NO_COLOR is unset or empty, and TERM is not dumb.
Terminal detectTerminal(ColorChoice choice);

} // namespace banklab::cli
