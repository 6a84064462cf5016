#include "lang/preprocess/token.hpp"

namespace banklab::lang {

std::string_view spelling(TokenKind kind) {
  static constexpr std::string_view kSpellings[] = {
#define TOKEN(name, spelling) spelling,
#include "lang/preprocess/token.def"
#undef TOKEN
  };
  return kSpellings[static_cast<size_t>(kind)];
}

} // namespace banklab::lang
