#include "lang/preprocess/includes.hpp"

#include "lang/preprocess/preprocessor.hpp"

namespace banklab::lang {
namespace {

/// "a/./b/../c" → "a/c": so that one file has one path.
std::string simplified(std::string_view path) {
  std::vector<std::string_view> parts;
  const bool isAbsolute = !path.empty() && path.front() == '/';
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty() && parts.back() != "..")
      parts.pop_back();
    else
      parts.push_back(part);
  }
  std::string text = isAbsolute ? "/" : "";
  for (size_t i = 0; i < parts.size(); ++i) text.append(i ? "/" : "").append(parts[i]);
  return text;
}

std::string join(std::string_view folder, std::string_view name) {
  if (folder.empty() || (!name.empty() && name.front() == '/')) return simplified(name);
  return simplified(std::string(folder).append("/").append(name));
}

std::string_view folderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? std::string_view{} : path.substr(0, slash ? slash : 1);
}

} // namespace

Includes::Included* Includes::read(const std::string& path) {
  const auto [at, isNew] = files_.try_emplace(path, Included{nullptr});
  std::string text;
  if (isNew && options_.read(path, text)) at->second.file = source_.include(path, std::move(text));
  return at->second.file ? &at->second : nullptr;
}

Includes::Included* Includes::find(std::string_view name, bool isQuoted, const Included* from) {
  if (!options_.read || name.empty()) return nullptr;
  // The toolkit's own headers name one another in quotes: what is known of them stays known.
  const bool isOthers = from && from->isFromFolder;
  if (isQuoted && !(isOthers && isKnownHeader(name))) {
    const std::string_view includer = from ? std::string_view(from->file->path) : options_.file;
    if (Included* found = read(join(folderOf(includer), name))) {
      found->isFromFolder |= isOthers;
      return found;
    }
  }
  if (isKnownHeader(name)) return nullptr;
  for (const std::string& folder : options_.folders)
    if (Included* found = read(join(folder, name))) {
      found->isFromFolder = true;
      return found;
    }
  return nullptr;
}

} // namespace banklab::lang
