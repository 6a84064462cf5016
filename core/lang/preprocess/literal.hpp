#pragma once

#include "lang/arena.hpp"
#include "lang/diagnostic.hpp"
#include "lang/preprocess/token.hpp"

namespace banklab::lang {

/// A Number as spelled becomes an Integer or a Float, with value and type by C++'s rules (long is 64 bits).
void readNumber(Token& token, Diagnostics& diagnostics);

/// A Character as spelled gets its value: type Char for one plain character, Int for more of them or a
/// prefix.
void readCharacter(Token& token, Diagnostics& diagnostics);

/// A String as spelled: `text` becomes the characters meant, in the arena.
void readString(Token& token, Arena& arena, Diagnostics& diagnostics);

} // namespace banklab::lang
