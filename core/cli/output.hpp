#pragma once

#include <string_view>

namespace banklab::cli {

/// To standard output.
void print(std::string_view text);

/// One line to standard error, with the program's name before it. What was printed until then comes first.
void complain(std::string_view sentence);

} // namespace banklab::cli
