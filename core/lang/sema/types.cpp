// Types as written to types as they are.

#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

const Type* Sema::vectorType(const VectorType& vector) {
  const auto known = vectorTypes_.find(vector.name);
  if (known != vectorTypes_.end()) return known->second;
  RecordInfo* info = newRecordInfo(vector.name, nullptr, builtins_);
  vectorTypes_[vector.name] = info->type;
  constexpr std::string_view kNames[] = {"x", "y", "z", "w"};
  const Type* element = type(vector.element);
  for (uint8_t i = 0; i < vector.count; ++i) {
    info->record->fields.push_back({kNames[i], element, i * element->size(), {}});
    info->fieldDecls.push_back(nullptr);
    Symbol* field = newSymbol(SymbolKind::Field, kNames[i], {});
    field->type = element;
    info->scope->symbols.emplace(kNames[i], field);
  }
  info->record->align = vector.align;
  info->record->size = info->record->dataSize = element->size() * vector.count;
  info->record->isComplete = true;
  return info->type;
}

RecordInfo* Sema::infoOf(const Type* type) {
  if (!type || !type->is(TypeKind::Record)) return nullptr;
  const auto at = recordInfo_.find(type->record);
  return at == recordInfo_.end() ? nullptr : at->second;
}

/// The record's facts, made complete if it can be (a template's instance is defined when first needed).
RecordInfo* Sema::complete(const Type* type) {
  RecordInfo* info = infoOf(type);
  if (info && !info->record->isComplete && !info->isDefining) {
    if (info->templated && !info->decl) chooseDefinition(info);
    if (info->decl && info->decl->isDefinition && !info->record->isComplete && !info->isDefining)
      defineRecord(info);
  }
  if (info) sayHeld(info->held);
  return info;
}

bool Sema::requireComplete(const Type* type, SourceRange range, const char* use) {
  const Type* element = type;
  while (element->is(TypeKind::Array)) element = element->element;
  if (element->isError()) return false;
  if (element->is(TypeKind::Void)) {
    fail(range, std::string(use) + " cannot have type `void`; give it the type of a value");
    return false;
  }
  if (element->is(TypeKind::Function)) {
    fail(range, std::string(use) + " cannot be a function; call the function by its name");
    return false;
  }
  if (RecordInfo* info = complete(element); info && !info->record->isComplete) {
    Diagnostic& diagnostic = error(range, std::string(use) + " has type `" + toString(element->unqualified) +
                                              "`, which is only declared here; define it first");
    if (info->record->range.end) diagnostic.notes.push_back({info->record->range, "it is declared here"});
    return false;
  }
  return true;
}

bool Sema::isAuto(const syntax::TypeName* written) {
  for (; written; written = written->inner)
    if (written->form == syntax::TypeForm::Auto) return true;
  return false;
}

const Type* Sema::resolve(syntax::TypeName* written) {
  if (!written) return type(TypeKind::Error);
  Restore depth(depth_, depth_ + 1);
  if (depth_ > kMaxDepth) {
    tooDeep(written->range);
    return type(TypeKind::Error);
  }
  if (!work(written->range)) return type(TypeKind::Error);
  const Type* made = nullptr;
  switch (written->form) {
  case syntax::TypeForm::Builtin: made = type(written->builtin); break;
  case syntax::TypeForm::Named: made = written->name ? resolveNamed(*written->name) : nullptr; break;
  case syntax::TypeForm::Auto:
    fail(written->range, "`auto` needs an initial value here to take its type from");
    break;
  case syntax::TypeForm::Decltype: made = decltypeOf(written->expr); break;
  case syntax::TypeForm::Pointer: {
    const Type* inner = resolve(written->inner);
    if (inner->isError()) return inner;
    if (inner->isReference()) {
      fail(written->range, "a pointer to a reference cannot be made; point to what it refers to");
      return type(TypeKind::Error);
    }
    made = types_.pointerTo(inner);
    break;
  }
  case syntax::TypeForm::LValueReference:
  case syntax::TypeForm::RValueReference: {
    const Type* inner = resolve(written->inner);
    if (inner->isError()) return inner;
    if (inner->is(TypeKind::Void)) {
      fail(written->range, "a reference to `void` cannot be made; pass a `void*`");
      return type(TypeKind::Error);
    }
    return written->form == syntax::TypeForm::LValueReference ? types_.lvalueReferenceTo(inner)
                                                              : types_.rvalueReferenceTo(inner);
  }
  case syntax::TypeForm::Array: {
    const Type* inner = resolve(written->inner);
    if (inner->isError()) return inner;
    if (inner->isReference() || inner->is(TypeKind::Void) || inner->is(TypeKind::Function)) {
      fail(written->range, "an array cannot hold `" + toString(inner) + "`; hold values or pointers");
      return type(TypeKind::Error);
    }
    if (inner->is(TypeKind::Array) && inner->count == Type::kUnbounded) {
      fail(written->range, "only the first length of an array may be left out; give the others");
      return type(TypeKind::Error);
    }
    if (!written->expr) return types_.arrayOf(inner, Type::kUnbounded);
    const auto length = arrayLength(written->expr);
    if (!length) return type(TypeKind::Error);
    if (inner->is(TypeKind::Record) && !requireComplete(inner, written->range, "an array's element"))
      return type(TypeKind::Error);
    const uint64_t size = inner->size();
    if (size != 0 && *length > (uint64_t{1} << 40) / size) {
      fail(written->expr->range,
           "an array of " + std::to_string(*length) + " elements is too large; make it shorter");
      return type(TypeKind::Error);
    }
    return types_.qualified(types_.arrayOf(inner, *length), written->quals);
  }
  case syntax::TypeForm::Function: {
    const Type* result = resolve(written->inner);
    std::vector<const Type*> parameters;
    for (syntax::VarDecl* parameter : written->parameters) {
      if (!parameter) continue;
      const auto add = [&](size_t) { parameters.push_back(parameterType(parameter)); };
      if (!parameter->pack) {
        add(0);
        continue;
      }
      std::vector<Symbol*> packs;
      packsIn(parameter->type, packs);
      if (!expandPacks(packs, parameter->range, add)) return type(TypeKind::Error);
    }
    for (const Type* parameter : parameters)
      if (parameter->isError()) return parameter;
    if (result->isError()) return result;
    return types_.function(result, parameters);
  }
  case syntax::TypeForm::Record:
  case syntax::TypeForm::Enum:
    if (written->defined) {
      // Once for all that one declaration declares; anew in each instance of a function.
      const auto known = localTypes_.find(written->defined);
      if (known != localTypes_.end() && known->second.first == function_) {
        made = known->second.second;
      } else {
        if (written->form == syntax::TypeForm::Record)
          made = declareRecord(&static_cast<syntax::RecordDecl&>(*written->defined));
        else
          declareEnum(&static_cast<syntax::EnumDecl&>(*written->defined), &made);
        if (made && nesting_ == 0) localTypes_[written->defined] = {function_, made};
      }
    }
    break;
  }
  if (!made) return type(TypeKind::Error);
  return types_.qualified(made, written->quals);
}

const Type* Sema::resolveNamed(const syntax::Name& name) {
  const Type* error = type(TypeKind::Error);
  Symbol* symbol = lookup(name, true);
  const syntax::NamePart& last = name.last();
  if (!symbol) {
    // Say which part is missing: the qualifier, or the name itself.
    const std::string message = "`" + nameText(name) + "` is not a type that is declared here";
    if (name.parts.size() > 1)
      failMissing(name, name.range, message);
    else
      failWhenTried(name.range, message + suggestion(last.identifier, true));
    return error;
  }
  checkOrder(symbol->name, symbol->declaredAt, name.range);
  switch (symbol->kind) {
  case SymbolKind::Type:
    sayHeld(symbol->held);
    if (last.hasArguments && infoOf(symbol->type) && infoOf(symbol->type)->templated) {
      // Inside of a template its own name may be used with other arguments.
      TemplateArgs args;
      if (!templateArguments(last.arguments, args)) return error;
      return instantiateRecord(infoOf(symbol->type)->templated, args, name.range);
    }
    return symbol->type;
  case SymbolKind::ClassTemplate: {
    if (!last.hasArguments) {
      fail(name.range, "`" + nameText(name) +
                           "` is a template; give its arguments: " + std::string(last.identifier) + "<…>");
      return error;
    }
    TemplateArgs args;
    if (!templateArguments(last.arguments, args)) return error;
    return instantiateRecord(symbol->templated, args, name.range);
  }
  case SymbolKind::AliasTemplate: {
    TemplateArgs args;
    if (!templateArguments(last.arguments, args)) return error;
    return aliasInstance(symbol->templated, std::move(args), name.range);
  }
  case SymbolKind::Pack:
    fail(name.range,
         "the parameter pack `" + nameText(name) + "` stands here without being expanded by `...`");
    return error;
  case SymbolKind::Functions:
    fail(name.range,
         "`" + nameText(name) + "` is a function and no type; to call it write `" + nameText(name) + "(…);`");
    return error;
  default: fail(name.range, "`" + nameText(name) + "` is not a type; name one"); return error;
  }
}

std::optional<uint64_t> Sema::arrayLength(syntax::Expr* expr) {
  Restore evaluated(isUnevaluated_, false);
  const Expr* length = value(expr);
  if (length->type->isError()) return std::nullopt;
  if (!length->type->isInteger() && !length->type->is(TypeKind::Enum)) {
    fail(expr->range, "an array's length must be an integer, and this is `" + toString(length->type) + "`");
    return std::nullopt;
  }
  const auto known = fold(length);
  if (!known) {
    failUnknown(expr->range,
                "an array's length must be known when the kernel is compiled; make it a constant "
                "(`constexpr int`, `#define`), or use `extern __shared__` for a length given at launch");
    return std::nullopt;
  }
  if (length->type->isSigned() && static_cast<int64_t>(known->bits) < 0) {
    fail(expr->range, "an array cannot have a negative length (" +
                          std::to_string(static_cast<int64_t>(known->bits)) + "); give it 1 or more");
    return std::nullopt;
  }
  if (known->bits == 0) {
    fail(expr->range, "an array needs a length of at least 1");
    return std::nullopt;
  }
  return known->bits;
}

/// A parameter's type as the function's type has it: arrays and functions become pointers, const on the
/// outside is nobody's concern.
const Type* Sema::parameterType(syntax::VarDecl* parameter) {
  syntax::TypeName* written = parameter->type;
  const Type* made = nullptr;
  if (written && written->form == syntax::TypeForm::Array && !isAuto(written)) {
    // The outermost length means nothing.
    const Type* element = resolve(written->inner);
    if (element->isError()) return element;
    made = types_.pointerTo(element);
  } else {
    made = resolve(written);
  }
  if (made->is(TypeKind::Array)) made = types_.pointerTo(made->element);
  if (made->is(TypeKind::Function)) made = types_.pointerTo(made);
  return made;
}

/// The type of `auto x = init`, `const auto& x = init`, …; `init` is the initial value as it stands.
const Type* Sema::deduceAuto(syntax::TypeName* written, const Expr* init) {
  if (init->type->isError()) return init->type;
  const bool lvalue = isLvalue(*init) && !isExpiring(init);
  switch (written->form) {
  case syntax::TypeForm::Auto: {
    const Type* plain =
        init->type->is(TypeKind::Array) ? types_.pointerTo(init->type->element) : init->type->unqualified;
    if (plain->is(TypeKind::Void)) {
      fail(init->range, "there is no value here to take a type from; call what returns one");
      return type(TypeKind::Error);
    }
    return types_.qualified(plain, written->quals);
  }
  case syntax::TypeForm::LValueReference:
    if (written->inner->form == syntax::TypeForm::Auto)
      return types_.lvalueReferenceTo(types_.qualified(init->type, written->inner->quals));
    break;
  case syntax::TypeForm::RValueReference:
    if (written->inner->form == syntax::TypeForm::Auto)
      return lvalue ? types_.lvalueReferenceTo(init->type) : types_.rvalueReferenceTo(init->type);
    break;
  case syntax::TypeForm::Pointer: {
    const Type* pointer =
        init->type->is(TypeKind::Array) ? types_.pointerTo(init->type->element) : init->type->unqualified;
    if (!pointer->isPointer()) {
      fail(init->range, "`auto*` needs a pointer, and this is `" + toString(init->type) + "`");
      return type(TypeKind::Error);
    }
    if (written->inner->form == syntax::TypeForm::Auto)
      return types_.qualified(types_.pointerTo(types_.qualified(pointer->element, written->inner->quals)),
                              written->quals);
    break;
  }
  default: break;
  }
  failWhenTried(written->range, "this use of `auto` is not supported; write the type");
  return type(TypeKind::Error);
}

const Type* Sema::decltypeOf(syntax::Expr* written) {
  if (!written) return type(TypeKind::Error);
  // Only the type is wanted: what the operand would do is not kept.
  const Expr* expr = nullptr;
  if (written->kind == syntax::ExprKind::Name && !written->parenthesised) {
    Symbol* symbol = lookup(*syntax::as<syntax::NameExpr>(*written).name, true);
    if (symbol && (symbol->kind == SymbolKind::Variable || symbol->kind == SymbolKind::Field))
      return symbol->type;
  }
  Restore unevaluated(isUnevaluated_, true);
  expr = expression(written);
  if (expr->type->isError()) return expr->type;
  const bool names = written->kind == syntax::ExprKind::Name || written->kind == syntax::ExprKind::Member;
  if (names && !written->parenthesised) return expr->type;
  if (isExpiring(expr)) return types_.rvalueReferenceTo(expr->type);
  return isLvalue(*expr) ? types_.lvalueReferenceTo(expr->type) : expr->type;
}

bool Sema::derivesFrom(const Type* derived, const Type* base, uint8_t* distance) {
  if (!derived->record || !base->record || derived->record == base->record) return false;
  complete(derived);
  for (const Type* direct : derived->record->bases) {
    if (direct->record == base->record) {
      if (distance) *distance = 1;
      return true;
    }
    if (derivesFrom(direct, base, distance)) {
      if (distance) ++*distance;
      return true;
    }
  }
  return false;
}

} // namespace banklab::lang::sema
