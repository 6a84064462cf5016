// #include, and the files that are read one inside of the other.

#include "lang/message.hpp"
#include "lang/preprocess/preprocessor.hpp"

#include <utility>

namespace banklab::lang {

void Preprocessor::include(SourceRange hash, bool inCall) {
  const std::string_view name = lexer_->headerName();
  if (name.empty()) {
    if (lexer_->restOfLine().empty())
      diagnostics_.error(hash, "`#include` needs a file; write `#include <cuda_runtime.h>`");
  } else if (Includes::Included* file = findFile(name)) {
    if (inCall)
      diagnostics_.error(hash, "a file cannot be included inside of a macro's call; include it before");
    else
      open(*file, hash);
  } else if (const KnownHeader* header = findKnownHeader(name)) {
    includedHeaders_.push_back(header);
  } else if (!isKnownHeader(name)) {
    diagnostics_.note(hash, say(quote(name), includes_ && includes_->canRead()
                                                 ? " is not found; give the folder in which it lies with `-I`"
                                                 : " is not read; paste what this text uses of it"));
  }
}

void Preprocessor::enter(Input input, Includes::Included* file) {
  files_.push_back(std::make_unique<Reading>(input, file, conditions_.size(), arena_, symbols_));
  lexer_ = &files_.back()->lexer;
  defineSettings(input.text);
}

/// What the innermost file left open ends with it.
void Preprocessor::closeAll() {
  const size_t outer = files_.back()->outerConditions;
  for (size_t i = outer; i < conditions_.size(); ++i)
    diagnostics_.error(conditions_[i].range, "this condition is never closed; add `#endif`");
  conditions_.resize(outer);
  if (lexer_->unclosedComment().end)
    diagnostics_.error(lexer_->unclosedComment(), "this comment is never closed; add `*/`");
}

void Preprocessor::leave() {
  closeAll();
  --files_.back()->file->open;
  files_.pop_back();
  lexer_ = &files_.back()->lexer;
}

Includes::Included* Preprocessor::findFile(std::string_view name) {
  const bool isQuoted = name.data()[-1] == '"'; // it is cut out of the line
  return includes_ ? includes_->find(name, isQuoted, files_.back()->file) : nullptr;
}

/// Without these limits a few files that include one another twice would be read for ever.
void Preprocessor::open(Includes::Included& file, SourceRange hash) {
  constexpr size_t kMaxNesting = 64, kMaxBytes = size_t{4} << 20, kMaxRepeated = size_t{1} << 19;
  constexpr size_t kLeastBytes = 1024;
  if (file.once) return;
  const bool includesItself = file.open != 0;
  const size_t bytes = file.file->text.size() + kLeastBytes;
  includedBytes_ += bytes;
  if (includesItself) repeatedBytes_ += bytes;
  if (files_.size() > kMaxNesting || (includesItself && repeatedBytes_ > kMaxRepeated)) {
    diagnostics_.error(hash, say(quote(file.file->path),
                                 includesItself
                                     ? " includes itself again and again; begin it with `#pragma once`"
                                     : " is the 65th file inside of one another; include it further out"));
    return;
  }
  if (includedBytes_ > kMaxBytes) {
    diagnostics_.error(hash, say(quote(file.file->path), " is not read: the included files come to more than "
                                                         "4 MB; include fewer, or each only once"));
    return;
  }
  if (!std::exchange(file.isRead, true)) file.file->includedAt = hash.begin;
  ++file.open;
  next_ = &file;
}

} // namespace banklab::lang
