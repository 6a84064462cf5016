// Structured bindings: `auto [a, b] = value` takes an array or an object apart.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

/// A local without a name; the expression names it.
const Expr* Sema::declareHidden(const Type* type, const Expr* init, SourceRange range, Stmts& out) {
  Variable* variable = newVariable({}, type->unqualified, Storage::Local, range);
  out.push_back(declareStmt(variable, init, range));
  return reference(variable, range);
}

/// By value the names are variables of their own, each with its part of a copy: nobody can tell them from the
/// parts themselves. By reference they refer to the parts.
void Sema::bindStructure(syntax::VarDecl* decl, const Expr* value, Stmts& out) {
  const SourceRange range = value->range;
  const bool isReference = decl->type->form != syntax::TypeForm::Auto;
  const uint8_t quals = isReference ? decl->type->inner->quals : decl->type->quals;
  std::vector<const Expr*> parts;
  const Expr* whole = value;
  if (!value->type->isError() && !value->type->isAggregate())
    whole = fail(range, say("only an array or an object can be taken apart, and this is ",
                            quote(toString(value->type->unqualified))));
  if (!whole->type->isError()) {
    if (isReference && isLvalue(*whole))
      whole = deref(
          valueOf(declareHidden(
              types_.pointerTo(types_.qualified(whole->type, quals)),
              addressOf(whole, types_.pointerTo(types_.qualified(whole->type, quals)), range), range, out)),
          range);
    else if (whole->type->is(TypeKind::Record))
      whole = declareHidden(whole->type, copyRecord(whole, whole->type->unqualified, range), range, out);
    if (whole->type->is(TypeKind::Record)) {
      RecordInfo* info = complete(whole->type);
      for (const Field& field : info->record->fields)
        if (!field.name.empty()) parts.push_back(fieldOf(whole, field, range));
    } else {
      for (uint64_t i = 0; i < whole->type->count && i <= decl->bindings.size(); ++i)
        parts.push_back(elementOf(whole, integer(TypeKind::Int, static_cast<int64_t>(i), range), range));
    }
    const uint64_t count = whole->type->is(TypeKind::Record) ? parts.size() : whole->type->count;
    if (count != decl->bindings.size()) {
      parts.clear();
      fail(decl->bindings[0].range,
           say(quote(toString(whole->type->unqualified)), " has ", std::to_string(count),
               count == 1 ? " part" : " parts", ", and ", std::to_string(decl->bindings.size()),
               decl->bindings.size() == 1 ? " name is" : " names are", " given; give one for each"));
    }
  }
  for (size_t i = 0; i < decl->bindings.size(); ++i) {
    const syntax::NamePart& name = decl->bindings[i];
    Symbol* symbol = newSymbol(SymbolKind::Variable, name.identifier, name.range);
    symbol->function = function_;
    symbol->type = type(TypeKind::Error);
    if (i < parts.size()) {
      const Expr* part = parts[i];
      const bool isBitField = part->kind == ExprKind::Field && as<FieldExpr>(*part).bitWidth != 0;
      const bool refers = (isReference && !isBitField) || part->type->is(TypeKind::Array);
      const Type* declared = refers ? types_.lvalueReferenceTo(part->type)
                                    : types_.qualified(part->type->unqualified, quals | part->type->quals);
      const Type* stored = refers ? types_.pointerTo(part->type) : declared;
      symbol->type = declared;
      symbol->variable = newVariable(symbol->name, stored, Storage::Local, name.range);
      const Expr* init = refers                             ? addressOf(part, stored, range)
                         : part->type->is(TypeKind::Record) ? copyRecord(part, part->type->unqualified, range)
                                                            : valueOf(part);
      out.push_back(declareStmt(symbol->variable, init, name.range));
    }
    declare(scope_, symbol);
  }
}

} // namespace banklab::lang::sema
