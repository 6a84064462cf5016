#include "cli/output.hpp"

#include <cstdio>
#include <string>

namespace banklab::cli {

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void complain(std::string_view sentence) {
  std::fflush(stdout);
  const std::string line = std::string("banklab: ").append(sentence) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

} // namespace banklab::cli
