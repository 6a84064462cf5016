#pragma once

// The files of the reader's own that a text includes. The engine opens none: whoever calls it says by path
// what there is.

#include "lang/preprocess/source.hpp"

#include <functional>
#include <map>

namespace banklab::lang {

/// Puts the text of the file of that path into `text`; false where there is none.
using FileReader = std::function<bool(const std::string& path, std::string& text)>;

struct IncludeOptions {
  std::string file;                 // the text's own path: what it includes stands beside it
  std::vector<std::string> folders; // then these are searched, in order
  FileReader read;                  // none: no file is found
};

/// Finds files as a compiler does: `"x"` beside the file that includes it, then in the folders; `<x>` in the
/// folders alone. A name that the engine knows (known_headers.hpp) is looked for beside the file only.
class Includes {
public:
  struct Included {
    Source::File* file;
    bool isRead = false;       // once at least
    bool once = false;         // `#pragma once` was read in it
    bool isFromFolder = false; // or from a file that was: of the text's own it is not
    uint32_t open = 0;         // how often it is being read, by including itself
  };

  Includes(const IncludeOptions& options, Source& source) : options_(options), source_(source) {}

  /// Whether there are files at all.
  bool canRead() const { return options_.read != nullptr; }
  /// `from`: the including file; null: the text itself. Null where there is no such file, or no room for it.
  Included* find(std::string_view name, bool isQuoted, const Included* from);

private:
  Included* read(const std::string& path);

  const IncludeOptions& options_;
  Source& source_;
  std::map<std::string, Included> files_; // by path; of one that cannot be read, without its file
};

} // namespace banklab::lang
