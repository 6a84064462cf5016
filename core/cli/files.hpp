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

/// A file that a source includes, as analysis::Options::readFile; what cannot be read counts as missing.
bool readIncluded(const std::string& path, std::string& text);

/// Writes a file anew; to standard output for "-".
bool writeText(const std::string& path, const std::string& text, std::string& error);

/// Whether the path names a folder.
bool isFolder(const std::string& path);

/// Adds every .cu and .cuh file below a folder, sorted. Hidden folders are left out, and links to folders,
/// which could lead round in a circle. `errors` gets what could not be looked into, and what is no file; that
/// there is no such file in the folder is an error too.
void findSources(const std::string& folder, std::vector<std::string>& files,
                 std::vector<std::string>& errors);

} // namespace banklab::cli
