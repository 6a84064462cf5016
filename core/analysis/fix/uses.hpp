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
  using namespace lang;
  switch (stmt.kind) {
  case StmtKind::Declare: return each(as<DeclareStmt>(stmt));
  case StmtKind::Block:
    for (const Stmt* inner : as<BlockStmt>(stmt).body) forEachDeclaration(*inner, each);
    return;
  case StmtKind::If: {
    const Stmt* link = &stmt; // a chain of `else if`
    for (; link && link->kind == StmtKind::If; link = as<IfStmt>(*link).no)
      forEachDeclaration(*as<IfStmt>(*link).yes, each);
    if (link) forEachDeclaration(*link, each);
    return;
  }
  case StmtKind::Loop: return forEachDeclaration(*as<LoopStmt>(stmt).body, each);
  case StmtKind::Switch:
    for (const Stmt* inner : as<SwitchStmt>(stmt).body) forEachDeclaration(*inner, each);
    return;
  default: return;
  }
}

/// Whether an index may be computed twice: it changes nothing, and no function that it calls does.
bool isPure(const lang::Expr& expr);

/// Whether a place is a local variable or a part of one.
bool isLocal(const lang::Expr& place);

/// The expression without the conversions around it.
const lang::Expr& unconverted(const lang::Expr& expr);

} // namespace banklab::analysis::fix
