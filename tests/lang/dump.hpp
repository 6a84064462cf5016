#pragma once

#include "lang/parse/syntax.hpp"

#include <string>

namespace banklab::lang::testing {

/// Trees as text, to compare: `(+ a (* b 2))`, `(ptr (const float))`, `(var x float 1)`.
std::string dump(const syntax::Expr* expr);
std::string dump(const syntax::TypeName* type);
std::string dump(const syntax::Stmt* stmt);
std::string dump(const syntax::Decl* decl);
std::string dump(const syntax::Name& name);

} // namespace banklab::lang::testing
