#pragma once

#include "lang/arena.hpp"
#include "lang/diagnostic.hpp"
#include "lang/sema/symbols.hpp"

#include <vector>

namespace banklab::lang {

/// A text whose continued lines (a backslash at the end) are joined, and the way back to the file's offsets.
class JoinedText {
public:
  /// `raw` must outlive this; a joined copy, where one is needed, is kept in the arena. Offsets of the file
  /// begin at `base`: not 0 for a known header, whose places lie behind the end of the reader's text.
  JoinedText(std::string_view raw, Arena& arena, uint32_t base = 0);

  std::string_view text() const { return text_; }
  /// As it was before lines were joined.
  std::string_view raw(SourceRange range) const {
    return raw_.substr(range.begin - base_, range.end - range.begin);
  }
  /// The file's offset of a joined offset: of a token's first byte, or one past its last.
  uint32_t begin(uint32_t offset) const { return base_ + offset + removedBefore(offset + 1); }
  uint32_t end(uint32_t offset) const { return base_ + offset + removedBefore(offset); }

private:
  struct Join {
    uint32_t at;      // joined offset of the byte that follows
    uint32_t removed; // bytes removed up to here, this join's too
  };
  uint32_t removedBefore(uint32_t offset) const;

  std::string_view raw_;
  std::string_view text_;
  uint32_t base_;
  std::vector<Join> joins_;
};

/// A stretch of a comment that speaks to the engine: joined offsets.
struct CommentDirective {
  bool isLaunch; // or an input
  uint32_t begin, end;
};

/// Cuts a text into tokens. Literals stay as spelled (see literal.hpp); comments count as space. Never fails:
/// what no token begins with comes out as Stray, a literal without its end as kBroken.
class Lexer {
public:
  /// Where a lexer stands; cheap to keep and to go back to.
  struct Place {
    uint32_t at = 0;
    bool startsLine = true;
  };

  /// Reads the joined offsets [begin, end) of a file's text.
  Lexer(const JoinedText& text, uint32_t begin, uint32_t end, Symbols& symbols);
  /// Reads a text that is not in the file: every token gets this range.
  Lexer(std::string_view text, SourceRange range, Symbols& symbols);

  /// The next token; EndOfFile at the end, again and again.
  Token next();
  /// Inside a directive: a line's end counts as the end.
  void setLineMode(bool on) { lineMode_ = on; }
  /// What is left of the line, comments included, and steps over it.
  std::string_view restOfLine();
  /// The token that the text up to the line's end or `>` makes in `#include <…>`; empty if it is none.
  std::string_view headerName();

  Place place() const { return {at_, startsLine_}; }
  void setPlace(Place place);
  bool atEnd() const { return at_ >= end_; }

  /// Comments of the kind `// launch: …`, in order, of what was read so far while `collect` was on.
  const std::vector<CommentDirective>& commentDirectives() const { return directives_; }
  void setCollect(bool on) { collect_ = on; }
  /// The first comment `/*` without an end; nothing if `end` is 0.
  SourceRange unclosedComment() const { return unclosed_; }

private:
  bool skipSpace();
  void lineComment(uint32_t begin, uint32_t end);
  void blockComment(uint32_t begin, uint32_t end);
  Token finish(TokenKind kind, uint32_t begin);
  Token word();
  Token number();
  Token quoted(uint32_t begin, uint32_t quoteAt);
  Token rawString(uint32_t begin, uint32_t quoteAt);
  Token punctuator();
  uint32_t identifierLength(uint32_t at) const;
  char peek(uint32_t ahead = 0) const { return at_ + ahead < end_ ? text_[at_ + ahead] : '\0'; }

  const char* text_;
  uint32_t at_, end_;
  const JoinedText* file_; // null: every token has fixed_
  SourceRange fixed_;
  Symbols& symbols_;
  bool startsLine_ = true, spaceBefore_ = false, lineMode_ = false, collect_ = true;
  uint32_t collectedTo_ = 0;
  std::vector<CommentDirective> directives_;
  SourceRange unclosed_;
};

} // namespace banklab::lang
