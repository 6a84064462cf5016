// Lambdas: an object of an unnamed class that holds what is captured, with operator() as a method. The body
// is looked up from where the lambda stands; names of the function around it lead to the captured fields.

#include "lang/message.hpp"
#include "lang/parse/syntax_walk.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

namespace {

bool isLocal(const Symbol* symbol) {
  return symbol->kind == SymbolKind::Variable && symbol->function && symbol->variable &&
         (symbol->variable->storage == Storage::Local || symbol->variable->storage == Storage::Parameter);
}

} // namespace

/// `auto` parameters become template parameters with names that no source can spell.
void Sema::nameAutoParameters(syntax::FunctionDecl* decl) {
  std::vector<syntax::TemplateParameter> made;
  if (decl->templated) made.assign(decl->templated->parameters.begin(), decl->templated->parameters.end());
  const size_t before = made.size();
  for (syntax::VarDecl* parameter : decl->parameters) {
    syntax::TypeName* written = parameter ? parameter->type : nullptr;
    while (written && written->form != syntax::TypeForm::Auto) written = written->inner;
    if (!written) continue;
    const std::string_view name =
        program_.arena->copy(std::string_view("auto:" + std::to_string(made.size() + 1)));
    auto* parts = program_.arena->make<syntax::NamePart>();
    parts->identifier = name;
    parts->range = written->range;
    auto* full = program_.arena->make<syntax::Name>();
    full->range = written->range;
    full->parts = {parts, 1};
    written->form = syntax::TypeForm::Named;
    written->name = full;
    syntax::TemplateParameter one{};
    one.kind = syntax::TemplateParameterKind::Type;
    one.name = name;
    one.range = written->range;
    one.pack = parameter->pack;
    made.push_back(one);
  }
  if (made.size() == before) return;
  auto* templated = program_.arena->make<syntax::Template>();
  templated->range = decl->range;
  templated->parameters = program_.arena->copy(made);
  decl->templated = templated;
}

const Expr* Sema::lambda(syntax::LambdaExpr& expr) {
  if (!expr.function || !function_)
    return fail(expr.range, "a lambda cannot stand here; write it in a function");
  RecordInfo* closure = newRecordInfo("lambda", nullptr, scope_);
  closure->isLambda = true;
  closure->record->range = expr.range;
  RecordLayout layout(*closure->record);
  Scope* outside = newScope(ScopeKind::Block, scope_); // with what captures declare themselves: [x = …]
  std::vector<const Expr*> values;
  bool isBroken = false;
  const auto add = [&](const Symbol* symbol, const Type* fieldType, bool byReference, const Expr* value,
                       SourceRange range) {
    if (value->type->isError() || closure->captures.count(symbol)) {
      isBroken |= value->type->isError();
      return;
    }
    closure->captures[symbol] = closure->record->fields.size();
    closure->captureIsReference.push_back(byReference);
    layout.addField(symbol ? symbol->name : "this", fieldType, range);
    closure->fieldDecls.push_back(nullptr);
    values.push_back(value);
  };
  const auto captureThis = [&](SourceRange range) {
    const Expr* self = thisValue(range);
    add(nullptr, self->type, false, self, range);
  };
  const auto capture = [&](Symbol* symbol, bool byReference, SourceRange range) {
    const Expr* place = symbolExpr(symbol, range);
    if (place->type->isError() || !isLvalue(*place)) return; // a constant needs no capture
    if (place->type->is(TypeKind::Array) && !byReference) {
      // Arrays are copied within records only: this one as the record of nothing else.
      Record* wrapper = nullptr;
      const Type* whole = types_.newRecord("array", range, &wrapper);
      wrapper->fields.push_back({"elements", place->type, 0, range});
      wrapper->size = wrapper->dataSize = place->type->size();
      wrapper->align = place->type->align();
      wrapper->isComplete = true;
      const Expr* pointer = cast(addressOf(place, range), types_.pointerTo(whole), range);
      add(symbol, place->type, false, valueOf(deref(pointer, range)), range);
      return;
    }
    if (byReference)
      add(symbol, types_.pointerTo(place->type), true, addressOf(place, range), range);
    else
      add(symbol, place->type->unqualified, false, valueOf(place), range);
  };
  const auto captureAll = [&](Symbol* symbol, bool byReference, SourceRange range) {
    if (isLocal(symbol)) capture(symbol, byReference, range);
    if (symbol->kind != SymbolKind::Pack) return;
    for (Symbol* element : symbol->pack)
      if (isLocal(element)) capture(element, byReference, range);
  };
  for (const syntax::Capture& one : expr.captures) {
    if (one.isThis) {
      captureThis(one.range);
    } else if (one.init) {
      const Expr* value = expression(one.init);
      const bool byReference = one.byReference && isLvalue(*value);
      const Type* held = byReference ? types_.pointerTo(value->type) : valueOf(value)->type->unqualified;
      Symbol* symbol = newSymbol(SymbolKind::Variable, one.name, one.range);
      add(symbol, held, byReference, byReference ? addressOf(value, one.range) : valueOf(value), one.range);
      symbol->type = byReference ? value->type : held;
      symbol->function = function_;
      symbol->variable = newVariable(one.name, symbol->type, Storage::Local, one.range);
      outside->symbols[one.name] = symbol;
    } else if (Symbol* symbol = lookup(one.name)) {
      captureAll(symbol, one.byReference, one.range);
    } else {
      fail(one.range, say(quote(one.name), " is not declared here", suggestion(one.name)));
      isBroken = true;
    }
  }
  if (expr.defaultCopy || expr.defaultReference) {
    // Whatever local the body names. One that the body hides is captured in vain, which nobody sees.
    syntax::Walk walk;
    bool usesThis = false;
    walk.onExpr = [&](const syntax::Expr& node) { usesThis |= node.kind == syntax::ExprKind::This; };
    walk.onName = [&](const syntax::Name& name) {
      if (name.parts.size() != 1) return;
      Symbol* symbol = lookupFrom(scope_, name.last().identifier);
      if (!symbol) return;
      if (symbol->kind == SymbolKind::Field ||
          (symbol->kind == SymbolKind::Functions && !symbol->functions.empty() &&
           symbol->functions[0]->isMethod()))
        usesThis = true;
      else
        captureAll(symbol, expr.defaultReference, expr.range);
    };
    walk.decl(expr.function);
    const bool hasThis = function_->self != nullptr;
    if (usesThis && hasThis) captureThis(expr.range);
  }
  layout.finish();

  nameAutoParameters(expr.function);
  FunctionEntity& entity = entities_.emplace_back();
  entity.name = "operator()";
  entity.decl = expr.function;
  entity.scope = outside;
  entity.owner = closure;
  entity.outer = function_;
  entity.isOnDemand = true;
  for (syntax::VarDecl* parameter : expr.function->parameters)
    entity.defaults.push_back(parameter && !parameter->init.empty() ? parameter->init[0] : nullptr);
  Symbol* symbol = newSymbol(SymbolKind::Functions, entity.name, expr.range);
  symbol->functions.push_back(&entity);
  closure->scope->symbols.emplace(entity.name, symbol);
  if (isBroken) return errorExpr(expr.range);
  // A body that nobody calls is still checked.
  if (!entity.isTemplate()) functionOf(&entity);

  std::vector<AggregatePart> parts;
  for (size_t i = 0; i < values.size(); ++i) parts.push_back({closure->record->fields[i].offset, values[i]});
  return aggregate(closure->type, parts, expr.range);
}

/// A local of the function around a lambda, as the lambda's body sees it.
const Expr* Sema::capturedVariable(Symbol* symbol, SourceRange range) {
  if (symbol->constant) return constant(*symbol->constant, range);
  if (symbol->variable->storage != Storage::Local && symbol->variable->storage != Storage::Parameter)
    return reference(symbol->variable, range);
  if (!function_->lambda)
    return fail(
        range,
        say(quote(symbol->name),
            " belongs to the function around this class and cannot be used in it; pass it as an argument"));
  const auto at = function_->lambda->captures.find(symbol);
  if (at == function_->lambda->captures.end())
    return fail(range, say("the lambda does not capture ", quote(symbol->name), "; write ",
                           quote(say("[&", symbol->name, "]")), " or `[&]`"));
  const Expr* closure = deref(valueOf(reference(function_->self, range)), range);
  const Expr* field = fieldOf(closure, function_->lambda->record->fields[at->second], range);
  return function_->lambda->captureIsReference[at->second] ? deref(valueOf(field), range) : field;
}

} // namespace banklab::lang::sema
