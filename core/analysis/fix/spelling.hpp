#pragma once

// Putting expressions together as text, with parentheses only where they are needed.

#include <cstdint>
#include <string>
#include <string_view>

namespace banklab::analysis::fix {

/// How tightly the operators of an expression bind: the loosest at its top level counts. Higher binds
/// tighter.
enum class Binding : uint8_t {
  Comma,
  Assignment,
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Sum,
  Product,
  Unary, // and all that binds tighter
};

/// Of an expression's text. What cannot be told (a template's `<`) counts as loose.
Binding bindingOf(std::string_view text);

/// The text, in parentheses where it binds looser than asked for.
std::string within(std::string_view text, Binding least);

/// "a + b": b in parentheses where it binds looser than a product.
std::string sum(std::string_view a, std::string_view b);
/// The same for a literal number, which joins one that ends the text: `N + 1` and 2 give `N + 3`.
std::string plus(std::string_view text, uint64_t number);

/// Whether a stretch of source can stand elsewhere as an expression: no directive, no open comment or
/// bracket.
bool isMovable(std::string_view text);

/// The text with a blank in the place of each comment and each line end that a backslash takes away: for a
/// copy of it that stands beside it.
std::string uncommented(std::string_view text);

/// Behind a backslash and the line end that it takes away, which begin at a place; npos: none do.
size_t spliceEnd(std::string_view text, size_t at);

/// Where what is neither white space nor comment begins, from a place on, and where it ends, up to a place.
size_t skipBlank(std::string_view text, size_t at);
size_t skipBlankBack(std::string_view text, size_t at);

/// Whether an expression names nothing but types: `32 * sizeof(float)`.
bool isLiteral(std::string_view text);

/// Without white space at either end.
std::string_view trimmed(std::string_view text);

/// Whether a name may hold it.
bool isWordCharacter(char c);

/// Where a name stands in a text, from a place on; npos: nowhere.
size_t findWord(std::string_view text, std::string_view name, size_t from);
/// The name that begins at a place; empty where none does.
std::string_view wordAt(std::string_view text, size_t at);

} // namespace banklab::analysis::fix
