#pragma once

#include "analysis/fix/subject.hpp"
#include "lang/walk.hpp"

namespace banklab::analysis::fix {

/// Finds every place in the program's functions that names one of the subjects, and its subscripts; where one
/// cannot be rewritten, says so in Subject::obstacle.
void collectUses(const lang::Program& program, std::vector<Subject>& subjects);

/// Calls `each` with every declaration of a variable in a statement and those in it.
template <typename Each>
void forEachDeclaration(const lang::Stmt& stmt, Each each) {
  lang::forEachStatement(stmt, [&](const lang::Stmt& one) {
    if (one.kind == lang::StmtKind::Declare) each(lang::as<lang::DeclareStmt>(one));
  });
}

/// Whether an index may be computed twice: it changes nothing, and no function that it calls does.
bool isPure(const lang::Expr& expr);

/// Whether a place is a local variable or a part of one.
bool isLocal(const lang::Expr& place);

/// The expression without the conversions around it.
const lang::Expr& unconverted(const lang::Expr& expr);

} // namespace banklab::analysis::fix
