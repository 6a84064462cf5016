#pragma once

// Changes of a text: stretches of it and what takes their place.

#include "lang/preprocess/source.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::analysis::fix {

struct Edit {
  lang::SourceRange range; // bytes of the source text; empty: an insertion
  std::string text;

  friend bool operator==(const Edit&, const Edit&) = default;
};

/// In the order of the text, none overlapping: as Rewrites makes them.
using Edits = std::vector<Edit>;

/// The text with the edits made.
std::string edited(std::string_view source, const Edits& edits);

/// What makes one text of another: one edit, from where they begin to differ to where they no longer do.
Edits difference(std::string_view from, std::string_view to);

/// Adds edits to others; false, and nothing is added, where two of them touch.
bool merge(Edits& edits, const Edits& others);

/// The edits that do at once what `first` does and then, in the text that it makes, `then`.
Edits composed(std::string_view source, const Edits& first, const Edits& then);

/// Where a stretch of the source stands in the edited text. One that holds an edit grows with it; one that
/// lies within an edit gives what stands there instead.
lang::SourceRange moved(lang::SourceRange range, const Edits& edits);

/// A bound on how deep rewritten stretches nest in one another: each level may double the text within.
inline constexpr int kMaxNesting = 4;

/// Collects stretches to rewrite, which may lie one within the other (`a[a[i]]`), and makes edits of them.
class Rewrites {
public:
  /// `wrapped`: stretches whose text is put in parentheses wherever it is given, since what stands there may
  /// be a macro's parameter. `enclosed`: stretches in whose place a text in parentheses comes.
  explicit Rewrites(std::string_view source, std::vector<lang::SourceRange> wrapped = {},
                    std::vector<lang::SourceRange> enclosed = {})
      : source_(source), wrapped_(std::move(wrapped)), enclosed_(std::move(enclosed)) {}

  /// Gives the text of a stretch with all that lies within it rewritten.
  using TextOf = std::function<std::string(lang::SourceRange)>;
  using Make = std::function<std::string(const TextOf& textOf)>;

  /// `make` gives what takes the place of `range`. The same stretch is rewritten once.
  void add(lang::SourceRange range, Make make);
  void add(lang::SourceRange range, std::string text) {
    add(range, [text = std::move(text)](const TextOf&) { return text; });
  }

  /// False where stretches overlap without one holding the other, or nest too deep.
  bool make(Edits& edits) const;

private:
  struct Rewrite {
    lang::SourceRange range;
    Make make;
  };
  std::string text(lang::SourceRange range) const;
  std::string rewritten(const Rewrite& rewrite) const;

  std::string_view source_;
  std::vector<lang::SourceRange> wrapped_, enclosed_;
  std::vector<Rewrite> rewrites_; // by begin, longer ones first
};

} // namespace banklab::analysis::fix
