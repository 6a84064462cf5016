#include "lang/operators.hpp"

#include <cstddef>

namespace banklab::lang {

std::string_view spelling(UnaryOp op) {
  static constexpr std::string_view kSpellings[] = {"+", "-", "!", "~", "*", "&", "++", "--", "++", "--"};
  return kSpellings[static_cast<size_t>(op)];
}

std::string_view spelling(BinaryOp op) {
  static constexpr std::string_view kSpellings[] = {"+", "-",  "*", "/",  "%",  "<<", ">>", "&",  "|", "^",
                                                    "<", "<=", ">", ">=", "==", "!=", "&&", "||", ","};
  return kSpellings[static_cast<size_t>(op)];
}

} // namespace banklab::lang
