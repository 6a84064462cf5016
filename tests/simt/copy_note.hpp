#pragma once

#include "harness.hpp"

namespace banklab::test {

/// The messages without the note that asynchronous copies bring.
inline std::string besidesCopies(const Ran& ran) {
  std::string kept, all = ran.messages();
  for (size_t at = 0; at < all.size();) {
    const size_t end = all.find('\n', at) + 1;
    const std::string line = all.substr(at, end - at);
    if (line.find("note: an asynchronous copy writes") == line.npos) kept += line;
    at = end;
  }
  return kept;
}

} // namespace banklab::test
