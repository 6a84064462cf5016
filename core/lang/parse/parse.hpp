#pragma once

#include "lang/parse/syntax.hpp"
#include "lang/preprocess/preprocess.hpp"

namespace banklab::lang {

/// Tokens to syntax tree: declarations first, the bodies of functions after, when every name of a type or
/// template is known. After an error it goes on at the next statement or declaration. The tree lives in
/// `arena`.
syntax::TranslationUnit parse(const Preprocessed& input, Arena& arena, Diagnostics& diagnostics);

} // namespace banklab::lang
