#pragma once

#include "lang/compile.hpp"
#include "lang/parse/syntax.hpp"

namespace banklab::lang {

/// Fills `program` (whose source, arena and types are there) from a parsed file; messages go to
/// `diagnostics`.
void analyse(syntax::TranslationUnit& unit, Program& program, const CompileOptions& options,
             Diagnostics& diagnostics);

} // namespace banklab::lang
