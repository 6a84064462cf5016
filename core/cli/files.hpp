#pragma once

// Reading what the command line names. Errors are one sentence each, that names the path.

#include <cstddef>
#include <string>
#include <vector>

namespace banklab::cli {

inline constexpr size_t kMaxSourceBytes = size_t{8} << 20;
inline constexpr size_t kMaxCsvBytes = size_t{256} << 20;

/// The text of a file; of standard input for "-". False, with `error`, where it cannot be read, is longer
/// than `maxBytes`, or is not text (holds a zero byte).
bool readText(const std::string& path, size_t maxBytes, std::string& text, std::string& error);

/// A file itself; of a folder every .cu and .cuh file below it, sorted, hidden folders left out. False, with
/// `error`, where there is nothing of that name or no such file in it.
bool findSources(const std::string& path, std::vector<std::string>& files, std::string& error);

} // namespace banklab::cli
