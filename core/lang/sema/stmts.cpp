// Statements.

#include "lang/message.hpp"
#include "lang/ptx/lower.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace banklab::lang::sema {

namespace {

template <typename T>
T* node(Arena& arena, StmtKind kind, SourceRange range) {
  T* made = arena.make<T>();
  made->kind = kind;
  made->range = range;
  return made;
}

} // namespace

void Sema::statement(syntax::Stmt* stmt, Stmts& out) {
  if (!stmt) return;
  Restore depth(depth_, depth_ + 1);
  if (depth_ > kMaxDepth) {
    tooDeep(stmt->range);
    return;
  }
  if (!work(stmt->range)) return;
  Restore place(place_, program_.source->holds(stmt->range) ? stmt->range : place_);
  switch (stmt->kind) {
  case syntax::StmtKind::Empty:
  case syntax::StmtKind::Error: return;
  case syntax::StmtKind::Expr: {
    syntax::Expr* written = syntax::as<syntax::ExprStmt>(*stmt).expr;
    if (!written) return;
    const Expr* expr = expression(written);
    if (!expr->type->isError()) out.push_back(exprStmt(expr, stmt->range));
    return;
  }
  case syntax::StmtKind::Decl: return declarationStmt(syntax::as<syntax::DeclStmt>(*stmt), out);
  case syntax::StmtKind::Block: {
    Restore inside(scope_, scope_);
    pushBlock();
    Stmts body;
    for (syntax::Stmt* inner : syntax::as<syntax::BlockStmt>(*stmt).body) statement(inner, body);
    out.push_back(block(body, stmt->range));
    return;
  }
  case syntax::StmtKind::If: {
    if (const Stmt* made = ifStmt(syntax::as<syntax::IfStmt>(*stmt))) out.push_back(made);
    return;
  }
  case syntax::StmtKind::For: out.push_back(forStmt(syntax::as<syntax::ForStmt>(*stmt))); return;
  case syntax::StmtKind::RangeFor:
    if (const Stmt* made = rangeForStmt(syntax::as<syntax::RangeForStmt>(*stmt))) out.push_back(made);
    return;
  case syntax::StmtKind::While: out.push_back(whileStmt(syntax::as<syntax::WhileStmt>(*stmt))); return;
  case syntax::StmtKind::Do: out.push_back(doStmt(syntax::as<syntax::DoStmt>(*stmt))); return;
  case syntax::StmtKind::Switch:
    if (const Stmt* made = switchStmt(syntax::as<syntax::SwitchStmt>(*stmt))) out.push_back(made);
    return;
  case syntax::StmtKind::Case:
  case syntax::StmtKind::Default:
    fail(stmt->range,
         function_->switches
             ? "a label stands inside of another statement here; only labels at the switch's own "
               "level are supported"
             : say(stmt->kind == syntax::StmtKind::Case ? "`case`" : "`default`",
                   " stands outside of a `switch`; move it into one"));
    return;
  case syntax::StmtKind::Break:
    if (function_->loops + function_->switches == 0)
      fail(stmt->range, "`break` stands outside of a loop or a `switch`; to leave the kernel write `return`");
    else
      out.push_back(node<Stmt>(*program_.arena, StmtKind::Break, stmt->range));
    return;
  case syntax::StmtKind::Continue:
    if (function_->loops == 0)
      fail(stmt->range, "`continue` stands outside of a loop; move it into one");
    else
      out.push_back(node<Stmt>(*program_.arena, StmtKind::Continue, stmt->range));
    return;
  case syntax::StmtKind::Return: out.push_back(returnStmt(syntax::as<syntax::ReturnStmt>(*stmt))); return;
  case syntax::StmtKind::Asm: PtxLowering(*this, syntax::as<syntax::AsmStmt>(*stmt)).run(out); return;
  }
}

const Stmt* Sema::nested(syntax::Stmt* stmt) {
  Restore inside(scope_, scope_);
  pushBlock();
  Stmts body;
  statement(stmt, body);
  return body.size() == 1 ? body[0] : block(body, stmt ? stmt->range : SourceRange{});
}

const Expr* Sema::condition(syntax::Expr* written) {
  if (!written) return nullptr;
  const Expr* expr = toBool(value(written));
  return expr;
}

/// `if (int x = f())`: declares x in `out` and gives its truth.
const Expr* Sema::conditionVariable(syntax::Decl* decl, Stmts& out) {
  if (decl->kind != syntax::DeclKind::Variable || !decl->name) return errorExpr(decl->range);
  localVariable(&static_cast<syntax::VarDecl&>(*decl), out);
  Symbol* symbol = findIn(scope_, decl->name->last().identifier);
  if (!symbol || !symbol->variable) return errorExpr(decl->range);
  return toBool(valueOf(symbolExpr(symbol, decl->name->range)));
}

/// With the chain of `else if` behind it. What an `if` declares is known in its `else` too.
const Stmt* Sema::ifStmt(syntax::IfStmt& first) {
  struct Link {
    IfStmt* made; // null: `if constexpr`, of which only one branch is looked at
    Stmts before;
    SourceRange range;
  };
  Restore inside(scope_, scope_);
  std::vector<Link> chain;
  const Stmt* last = nullptr;
  for (syntax::Stmt* next = &first; next;) {
    if (next->kind != syntax::StmtKind::If) {
      last = nested(next);
      break;
    }
    auto& stmt = syntax::as<syntax::IfStmt>(*next);
    Restore place(place_, program_.source->holds(stmt.range) ? stmt.range : place_);
    if (stmt.init || stmt.variable || chain.empty()) pushBlock();
    Stmts before;
    statement(stmt.init, before);
    const Expr* test = stmt.variable ? conditionVariable(stmt.variable, before) : condition(stmt.condition);
    if (stmt.isConstexpr) {
      const auto known = test ? fold(test) : std::nullopt;
      if (!known && test && !test->type->isError())
        failUnknown(test->range,
                    "`if constexpr` needs a condition that is known when the kernel is compiled");
      chain.push_back({nullptr, std::move(before), stmt.range});
      // The other branch is not even looked at: in a template it need not make sense.
      next = !known ? nullptr : known->bits ? stmt.yes : stmt.no;
      if (!known || known->bits) {
        if (next) last = nested(next);
        break;
      }
      continue;
    }
    auto* made = node<IfStmt>(*program_.arena, StmtKind::If, stmt.range);
    made->condition = test ? test : errorExpr(stmt.range);
    made->yes = nested(stmt.yes);
    chain.push_back({made, std::move(before), stmt.range});
    next = stmt.no;
  }
  for (size_t i = chain.size(); i-- > 0;) {
    Link& link = chain[i];
    if (link.made) link.made->no = last;
    const Stmt* own = link.made ? link.made : last;
    if (own && link.made && link.before.empty()) {
      last = own;
      continue;
    }
    if (own) link.before.push_back(own);
    last = block(link.before, link.range);
  }
  return last;
}

uint32_t Sema::unrollOf(const syntax::UnrollHint& hint) {
  switch (hint.kind) {
  case syntax::Unroll::None: return 0;
  case syntax::Unroll::Off: return 1;
  case syntax::Unroll::Full: return UINT32_MAX;
  case syntax::Unroll::Count: {
    const auto count = constantInteger(hint.count, "the number after `#pragma unroll`");
    if (!count || *count < 1) return 0;
    return static_cast<uint32_t>(std::min<int64_t>(*count, UINT32_MAX - 1));
  }
  }
  return 0;
}

const Stmt* Sema::forStmt(syntax::ForStmt& stmt) {
  Restore inside(scope_, scope_);
  pushBlock();
  Stmts before;
  auto* made = node<LoopStmt>(*program_.arena, StmtKind::Loop, stmt.range);
  made->unroll = unrollOf(stmt.unroll);
  statement(stmt.init, before);
  made->testFirst = true;
  made->condition = condition(stmt.condition);
  if (stmt.step) {
    const Expr* step = expression(stmt.step);
    if (!step->type->isError()) made->step = discarded(step);
  }
  Restore loops(function_->loops, function_->loops + 1);
  made->body = nested(stmt.body);
  if (before.empty()) return made;
  before.push_back(made);
  return block(before, stmt.range);
}

const Stmt* Sema::whileStmt(syntax::WhileStmt& stmt) {
  Restore inside(scope_, scope_);
  pushBlock();
  auto* made = node<LoopStmt>(*program_.arena, StmtKind::Loop, stmt.range);
  made->unroll = unrollOf(stmt.unroll);
  made->testFirst = true;
  Restore loops(function_->loops, function_->loops + 1);
  if (!stmt.variable) {
    made->condition = condition(stmt.condition);
    made->body = nested(stmt.body);
    return made;
  }
  // `while (T x = f()) body` is a loop for ever: { T x = f(); if (!x) break; body }.
  Stmts body;
  const Expr* test = conditionVariable(stmt.variable, body);
  auto* leave = node<IfStmt>(*program_.arena, StmtKind::If, stmt.variable->range);
  leave->condition = test->type->isError() ? test : notNode(test, test->range);
  leave->yes = node<Stmt>(*program_.arena, StmtKind::Break, stmt.variable->range);
  body.push_back(leave);
  body.push_back(nested(stmt.body));
  made->body = block(body, stmt.range);
  return made;
}

const Stmt* Sema::doStmt(syntax::DoStmt& stmt) {
  auto* made = node<LoopStmt>(*program_.arena, StmtKind::Loop, stmt.range);
  made->unroll = unrollOf(stmt.unroll);
  made->testFirst = false;
  {
    Restore loops(function_->loops, function_->loops + 1);
    made->body = nested(stmt.body);
  }
  made->condition = condition(stmt.condition);
  return made;
}

const Stmt* Sema::switchStmt(syntax::SwitchStmt& stmt) {
  const Expr* chosen = value(stmt.condition);
  if (!chosen->type->isError()) {
    const bool isInteger = chosen->type->isInteger() || chosen->type->is(TypeKind::Enum);
    if (!isInteger)
      chosen =
          fail(chosen->range, say("`switch` needs an integer, and this is ", quote(toString(chosen->type))));
    else if (!chosen->type->is(TypeKind::Enum))
      chosen = cast(chosen, promoted(chosen->type), chosen->range);
  }
  Restore inside(scope_, scope_);
  pushBlock();
  Restore switches(function_->switches, function_->switches + 1);
  Stmts body;
  std::vector<SwitchLabel> labels;
  std::map<int64_t, int64_t> taken; // first and last value of each label
  bool hasDefault = false;
  const auto add = [&](syntax::Stmt* inner) {
    // Labels may stand one behind another: `case 1: case 2: …`.
    while (inner && (inner->kind == syntax::StmtKind::Case || inner->kind == syntax::StmtKind::Default)) {
      SwitchLabel label{};
      label.at = static_cast<uint32_t>(body.size());
      label.isDefault = inner->kind == syntax::StmtKind::Default;
      bool isKnown = true;
      if (!label.isDefault) {
        auto& written = syntax::as<syntax::CaseStmt>(*inner);
        const auto first = constantInteger(written.value, "a case label");
        const auto last = written.last ? constantInteger(written.last, "a case label") : first;
        isKnown = first && last;
        if (isKnown) {
          label.first = *first;
          label.last = *last;
        }
      }
      bool isTaken = label.isDefault && hasDefault;
      if (isKnown && !label.isDefault) {
        const auto after = taken.upper_bound(label.last);
        isTaken = after != taken.begin() && std::prev(after)->second >= label.first;
      }
      if (isTaken) {
        fail(inner->range, label.isDefault ? "this `switch` already has a `default`; remove one"
                                           : say("the value ", std::to_string(label.first),
                                                 " already has a label in this `switch`; remove one"));
        isKnown = false;
      }
      hasDefault |= label.isDefault;
      if (isKnown && !label.isDefault) taken.emplace(label.first, label.last);
      if (isKnown) labels.push_back(label);
      inner = label.isDefault ? syntax::as<syntax::DefaultStmt>(*inner).body
                              : syntax::as<syntax::CaseStmt>(*inner).body;
    }
    statement(inner, body);
  };
  if (stmt.body && stmt.body->kind == syntax::StmtKind::Block)
    for (syntax::Stmt* inner : syntax::as<syntax::BlockStmt>(*stmt.body).body) add(inner);
  else
    add(stmt.body);
  if (chosen->type->isError()) return nullptr;
  auto* made = node<SwitchStmt>(*program_.arena, StmtKind::Switch, stmt.range);
  made->condition = chosen;
  made->labels = program_.arena->copy(labels);
  made->body = program_.arena->copy(body);
  return made;
}

const Stmt* Sema::returnStmt(syntax::ReturnStmt& stmt) {
  auto* made = node<ReturnStmt>(*program_.arena, StmtKind::Return, stmt.range);
  const bool isList = stmt.value && stmt.value->kind == syntax::ExprKind::InitList;
  if (!stmt.value) {
    if (function_->result && !function_->result->is(TypeKind::Void) && !function_->result->isError())
      fail(stmt.range,
           say("this function returns ", quote(toString(function_->result)), "; give `return` a value"));
    if (!function_->result) function_->result = type(TypeKind::Void);
    return made;
  }
  Argument given = argument(stmt.value);
  if (!isList && given.expr->type->isError()) return made;
  if (!function_->result) {
    // `auto`: the first return decides.
    syntax::TypeName* written =
        function_->entity && function_->entity->decl ? function_->entity->decl->result : nullptr;
    if (isList) {
      fail(stmt.range, "`auto` cannot take its type from a braced list; name the type");
      return made;
    }
    if (given.expr->type->is(TypeKind::Void))
      function_->result = type(TypeKind::Void);
    else if (written && written->isDecltypeAuto)
      function_->result = decltypeOf(stmt.value);
    else if (written)
      function_->result = deduceAuto(written, given.expr);
    else
      function_->result = valueOf(given.expr)->type->unqualified;
    const Type* result = function_->result;
    function_->function->result =
        result->isReference() ? types_.pointerTo(result->element) : result->unqualified;
    if (function_->entity) function_->entity->result = result; // from here on it may call itself
  }
  if (function_->result->isError()) return made;
  if (function_->result->is(TypeKind::Void)) {
    if (!isList && given.expr->type->is(TypeKind::Void)) {
      // `return f();` where both return nothing.
      Stmts both{exprStmt(given.expr, stmt.range), made};
      return block(both, stmt.range);
    }
    const bool isKernel = function_->entity && function_->entity->decl &&
                          (function_->entity->decl->specifiers & syntax::kGlobal);
    fail(stmt.value->range,
         isKernel
             ? "a kernel returns nothing; write its results through a pointer"
             : "this function returns `void`, so `return` cannot have a value; give the function its type");
    return made;
  }
  const Expr* value = convert(given, function_->result, stmt.value->range, "the value returned");
  if (!value->type->isError()) made->value = value;
  return made;
}

} // namespace banklab::lang::sema
