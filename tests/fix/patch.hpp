#pragma once

#include <string>

namespace banklab::test {

/// Applies a unified diff to the text of its one file as `patch` does, without fuzz: every line of context
/// and every line that goes must stand where the diff says. `error` is empty where it all fits.
std::string patched(const std::string& text, const std::string& diff, std::string& error);

} // namespace banklab::test
