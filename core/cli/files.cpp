#include "cli/files.hpp"

#include "cli/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

namespace banklab::cli {

namespace fs = std::filesystem;

namespace {

std::string about(const std::string& path, const std::string& problem) {
  return printable(path) + ": " + problem;
}

} // namespace

bool readText(const std::string& path, size_t maxBytes, std::string& text, std::string& error) {
  const auto fail = [&](const std::string& problem) {
    error = about(path == "-" ? "standard input" : path, problem);
    return false;
  };
  std::error_code ignored;
  if (path != "-" && fs::is_directory(path, ignored)) return fail("is a folder, not a file");

  const auto close = [](std::FILE* file) { return file == stdin ? 0 : std::fclose(file); };
  const std::unique_ptr<std::FILE, decltype(close)> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"),
                                                         close);
  if (!file) return fail(std::strerror(errno));
  text.clear();
  char buffer[1 << 16];
  while (const size_t got = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, got);
    if (text.size() > maxBytes) return fail("is larger than " + std::to_string(maxBytes >> 20) + " MiB");
  }
  if (std::ferror(file.get())) return fail(std::strerror(errno));
  if (text.find('\0') != std::string::npos) return fail("is not a text file");
  return true;
}

bool findSources(const std::string& path, std::vector<std::string>& files, std::string& error) {
  std::error_code status;
  if (path == "-" || !fs::is_directory(path, status)) {
    files.push_back(path);
    return true;
  }
  const size_t before = files.size();
  fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, status);
  for (; !status && at != fs::recursive_directory_iterator(); at.increment(status)) {
    const fs::path& entry = at->path();
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      if (entry.filename().string().front() == '.') at.disable_recursion_pending();
    } else if (entry.extension() == ".cu" || entry.extension() == ".cuh") {
      files.push_back(entry.string());
    }
  }
  if (status) {
    error = about(path, status.message());
    return false;
  }
  if (files.size() == before) {
    error = about(path, "has no .cu or .cuh file in it");
    return false;
  }
  std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  return true;
}

} // namespace banklab::cli
