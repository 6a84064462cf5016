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

bool isFolder(const std::string& path) {
  std::error_code ignored;
  return path != "-" && fs::is_directory(path, ignored);
}

bool readText(const std::string& path, size_t maxBytes, std::string& text, std::string& error) {
  const auto fail = [&](const std::string& problem) {
    error = about(path == "-" ? "standard input" : path, problem);
    return false;
  };
  if (isFolder(path)) return fail("is a folder, not a file");

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

bool readIncluded(const std::string& path, std::string& text) {
  std::string ignored;
  return path != "-" && readText(path, kMaxSourceBytes, text, ignored);
}

bool writeText(const std::string& path, const std::string& text, std::string& error) {
  if (path == "-") return std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool good = file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  good = file && std::fclose(file) == 0 && good;
  if (!good) error = about(path, std::strerror(errno));
  return good;
}

void findSources(const std::string& folder, std::vector<std::string>& files,
                 std::vector<std::string>& errors) {
  std::vector<std::string> found;
  std::vector<fs::path> waiting{folder};
  const size_t errorsBefore = errors.size();
  while (!waiting.empty()) {
    const fs::path current = std::move(waiting.back());
    waiting.pop_back();
    std::error_code status;
    fs::directory_iterator at(current, status);
    for (; !status && at != fs::directory_iterator(); at.increment(status)) {
      const fs::path& entry = at->path();
      std::error_code ignored;
      if (fs::is_directory(at->symlink_status(ignored))) {
        if (entry.filename().string().front() != '.') waiting.push_back(entry);
        continue;
      }
      if (entry.extension() != ".cu" && entry.extension() != ".cuh") continue;
      const fs::file_status target = at->status(ignored);
      if (fs::is_directory(target)) continue;
      if (fs::is_other(target)) {
        errors.push_back(
            about(entry.string(), "is a device or a pipe, not a file")); // reading it might never end
      } else {
        found.push_back(entry.string());
      }
    }
    if (status) errors.push_back(about(current.string(), status.message()));
  }
  if (found.empty() && errors.size() == errorsBefore)
    errors.push_back(about(folder, "has no .cu or .cuh file in it"));
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

} // namespace banklab::cli
