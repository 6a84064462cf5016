// `for (T x : sequence)`: over arrays by index, over objects by their begin() and end().

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

const Stmt* Sema::rangeForStmt(syntax::RangeForStmt& stmt) {
  Restore inside(scope_, scope_);
  pushBlock();
  if (!stmt.variable || (!stmt.variable->name && stmt.variable->bindings.empty())) return nullptr;
  const SourceRange range = stmt.sequence ? stmt.sequence->range : stmt.range;
  Stmts before;
  const Expr *at = nullptr, *end = nullptr, *element = nullptr;
  const bool isList = stmt.sequence && stmt.sequence->kind == syntax::ExprKind::InitList;
  const Expr* sequence = isList ? listedValues(syntax::as<syntax::InitListExpr>(*stmt.sequence), before)
                                : expression(stmt.sequence);
  if (sequence->type->isError()) return nullptr;
  if (sequence->type->is(TypeKind::Array) && sequence->type->count != Type::kUnbounded) {
    at = declareHidden(type(TypeKind::Int), integer(TypeKind::Int, 0, range), range, before);
    end = integer(TypeKind::Int, static_cast<int64_t>(sequence->type->count), range);
    element = elementOf(place(sequence), valueOf(at), range);
  } else if (sequence->type->is(TypeKind::Record)) {
    const Expr* object = isLvalue(*sequence) ? sequence : hiddenLocal(sequence);
    const Expr* limits[2] = {};
    for (int i = 0; i < 2; ++i) {
      const std::string_view name = i == 0 ? "begin" : "end";
      Candidates candidates;
      if (Symbol* symbol = findMember(complete(object->type), name);
          symbol && symbol->kind == SymbolKind::Functions) {
        candidates.functions = symbol->functions;
        candidates.object = object;
        candidates.objectType = object->type;
        limits[i] = callBest(candidates, {}, name, range, range);
      } else {
        const std::vector<Argument> one{{object, nullptr, range}};
        candidates.functions = associated(name, one);
        if (!candidates.functions.empty()) limits[i] = callBest(candidates, one, name, range, range);
      }
      if (!limits[i]) {
        fail(range, say("a ", quote(toString(object->type->unqualified)),
                        " cannot be looped over; it has no `", name, "()`"));
        return nullptr;
      }
      if (limits[i]->type->isError()) return nullptr;
    }
    at = declareHidden(limits[0]->type, valueOf(limits[0]), range, before);
    end = declareHidden(limits[1]->type, valueOf(limits[1]), range, before);
    element = at->type->isPointer() ? deref(valueOf(at), range)
                                    : overloadedOperator("operator*", {{at, nullptr, range}}, range);
    if (!element) {
      fail(range, "what `begin()` returns cannot be dereferenced; return a pointer");
      return nullptr;
    }
  } else {
    fail(range, say("only arrays and objects with `begin()` and `end()` can be looped over, and this is ",
                    quote(toString(sequence->type))));
    return nullptr;
  }

  auto* loop = make<LoopStmt>();
  loop->kind = StmtKind::Loop;
  loop->range = stmt.range;
  loop->unroll = unrollOf(stmt.unroll);
  loop->testFirst = true;
  if (at->type->is(TypeKind::Record)) {
    const Expr* differs =
        overloadedOperator("operator!=", {{at, nullptr, range}, {end, nullptr, range}}, range);
    loop->condition =
        differs ? toBool(differs) : fail(range, "what `begin()` returns has no `operator!=`; define it");
    const Expr* step = overloadedOperator("operator++", {{at, nullptr, range}}, range);
    loop->step =
        step ? discarded(step) : fail(range, "what `begin()` returns has no `operator++`; define it");
  } else {
    loop->condition = comparison(BinaryOp::NotEqual, valueOf(at), valueOf(end), range);
    loop->step = increment(at, UnaryOp::PreIncrement, range);
  }

  pushBlock();
  Stmts body;
  declareLoopVariable(stmt.variable, element, body);
  {
    Restore loops(function_->loops, function_->loops + 1);
    body.push_back(nested(stmt.body));
  }
  loop->body = block(body, stmt.range);
  before.push_back(loop);
  return block(before, stmt.range);
}

/// `{a, b, c}` as a hidden array; all of one type.
const Expr* Sema::listedValues(syntax::InitListExpr& list, Stmts& out) {
  std::vector<Argument> items;
  arguments(list.elements, items);
  if (items.empty()) return fail(list.range, "there is nothing in this list to loop over; write its values");
  std::vector<AggregatePart> parts;
  const Type* element = nullptr;
  for (const Argument& item : items) {
    if (!item.expr) return fail(item.range, "lists within this list have no type; name the type: `T{…}`");
    const Expr* value = valueOf(item.expr);
    if (value->type->isError()) return value;
    if (!element) element = value->type->unqualified;
    if (value->type->unqualified != element)
      return fail(item.range, say("the values of a list have one type; this is ",
                                  quote(toString(value->type->unqualified)), " and the first ",
                                  quote(toString(element))));
    parts.push_back({parts.size() * element->size(), value});
  }
  const Type* array = types_.arrayOf(element, parts.size());
  return declareHidden(array, aggregate(array, parts, list.range), list.range, out);
}

void Sema::declareLoopVariable(syntax::VarDecl* decl, const Expr* element, Stmts& out) {
  if (!decl->bindings.empty()) return bindStructure(decl, element, out);
  const SourceRange range = decl->name->range;
  Symbol* symbol = newSymbol(SymbolKind::Variable, decl->name->last().identifier, range);
  symbol->function = function_;
  symbol->type = isAuto(decl->type) ? deduceAuto(decl->type, element) : resolve(decl->type);
  if (!symbol->type->isError()) {
    const Argument from{element, nullptr, element->range};
    const Expr* init = symbol->type->isReference()
                           ? bindReference(from, symbol->type, range, "the loop's variable")
                           : convert(from, symbol->type, range, "the loop's variable");
    const Type* stored = symbol->type->isReference() ? types_.pointerTo(symbol->type->element) : symbol->type;
    symbol->variable = newVariable(symbol->name, stored, Storage::Local, range);
    if (!init->type->isError()) out.push_back(declareStmt(symbol->variable, init, decl->range));
  }
  declare(scope_, symbol);
}

} // namespace banklab::lang::sema
