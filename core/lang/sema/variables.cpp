// Declarations inside of functions: locals, statics, __shared__ objects.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

void Sema::declarationStmt(syntax::DeclStmt& stmt, Stmts& out) {
  for (syntax::Decl* decl : stmt.decls) {
    if (!decl) continue;
    if (decl->kind == syntax::DeclKind::Variable)
      localVariable(&static_cast<syntax::VarDecl&>(*decl), out);
    else if (decl->kind == syntax::DeclKind::Function &&
             !static_cast<syntax::FunctionDecl&>(*decl).isDefinition &&
             static_cast<syntax::FunctionDecl&>(*decl).body == nullptr && decl->name)
      declareFunction(&static_cast<syntax::FunctionDecl&>(*decl));
    else if (decl->kind == syntax::DeclKind::Function) { // said by the parser; calls need not say it again
      if (!decl->name) continue;
      Symbol* symbol = newSymbol(SymbolKind::Variable, decl->name->last().identifier, decl->name->range);
      symbol->type = type(TypeKind::Error);
      declare(scope_, symbol);
    } else
      declareOne(decl);
  }
}

void Sema::localVariable(syntax::VarDecl* decl, Stmts& out) {
  if (!decl->bindings.empty()) {
    syntax::Expr* init = decl->init.size() == 1 ? decl->init[0] : nullptr;
    if (init && init->kind == syntax::ExprKind::InitList) {
      const auto& list = syntax::as<syntax::InitListExpr>(*init);
      init = list.elements.size() == 1 ? list.elements[0] : nullptr;
    }
    bindStructure(
        decl, init ? expression(init) : fail(decl->range, "these names need one initial value to take apart"),
        out);
    return;
  }
  if (!decl->name) return;
  const std::string_view name = decl->name->last().identifier;
  const SourceRange range = decl->name->range;
  Symbol* symbol = newSymbol(SymbolKind::Variable, name, range);
  symbol->function = function_;
  symbol->specifiers = decl->specifiers;
  if (decl->specifiers & syntax::kConstant) {
    fail(range, "`__constant__` memory is declared outside of functions; move it there");
    symbol->type = type(TypeKind::Error);
    declare(scope_, symbol);
    return;
  }

  const Expr* autoInit = nullptr;
  const Type* declared = declaredType(decl, &autoInit);
  if (decl->specifiers & syntax::kShared) {
    symbol->type = declared;
    declare(scope_, symbol);
    if (!declared->isError()) sharedVariable(decl, symbol);
    return;
  }
  if (declared->is(TypeKind::Array) && declared->count == Type::kUnbounded)
    declared = completeArray(declared, decl->initStyle, decl->init);
  const bool isConstantArray = declared->is(TypeKind::Array) && (decl->specifiers & syntax::kConstexpr);
  if (decl->specifiers & syntax::kStatic || isConstantArray) {
    symbol->type = declared;
    declare(scope_, symbol);
    if (declared->isError() || !requireComplete(declared, range, "a variable")) return;
    const bool isConst = isConstantArray || declared->isConst() ||
                         (declared->is(TypeKind::Array) && declared->element->isConst());
    symbol->function = nullptr;
    symbol->variable = newGlobal(name, declared, isConst ? Storage::Constant : Storage::Global, range);
    if (!decl->init.empty()) initialiseGlobal(symbol->variable, symbol, decl);
    return;
  }
  if (declared->isPointer() && declared->element->is(TypeKind::Function)) {
    fail(range, "pointers to functions are not supported; use a lambda or an object with `operator()`");
    declared = type(TypeKind::Error);
    autoInit = errorExpr(range);
  }
  symbol->type = declared;
  if (declared->isError() || (!declared->isReference() && !requireComplete(declared, range, "a variable"))) {
    symbol->type = type(TypeKind::Error);
    declare(scope_, symbol);
    // What the initial value says wrong is worth saying all the same.
    if (!autoInit)
      for (syntax::Expr* init : decl->init)
        if (init && init->kind != syntax::ExprKind::InitList) expression(init);
    return;
  }
  const Type* stored = declared->isReference() ? types_.pointerTo(declared->element) : declared;
  symbol->variable = newVariable(name, stored, Storage::Local, range);
  if (const uint32_t align = alignmentOf(decl))
    symbol->variable->align = std::max(symbol->variable->align, align);
  // The name is known within its own initial value, as in C++.
  declare(scope_, symbol);
  if (RecordInfo* info = infoOf(stored); info && info->destructor)
    warning(range,
            say("the destructor of ", quote(toString(info->type)), " is not run; do its work in a method"));

  const Expr* init = nullptr;
  if (autoInit) {
    init = declared->isReference()
               ? bindReference({autoInit, nullptr, autoInit->range}, declared, range, "the initial value")
               : convert(Argument{autoInit, nullptr, autoInit->range}, declared, range, "the initial value");
  } else if (declared->isReference()) {
    if (decl->init.empty())
      init = fail(range, say("the reference ", quote(name), " needs something to refer to"));
    else
      init = initialise(declared, decl->initStyle, decl->init, range);
  } else {
    init = initialise(declared, decl->initStyle, decl->init, range, symbol->variable);
    if (!init && declared->isConst() && declared->isScalar())
      init = fail(range, say("the constant ", quote(name), " needs an initial value"));
  }
  if (init && init->type->isError()) return;
  const bool isCall = init && init->type->is(TypeKind::Void);
  out.push_back(declareStmt(symbol->variable, isCall ? nullptr : init, decl->range));
  if (isCall)
    out.push_back(exprStmt(init, decl->range));
  else if (!init && needsConstruction(stored))
    defaultConstruct(reference(symbol->variable, range), range, out);
  if (init && !isCall && stored->isConst() && stored->isScalar() && !declared->isReference() &&
      !(stored->quals & kVolatile)) {
    if (const auto known = fold(init)) {
      constants_[symbol->variable] = *known;
      symbol->constant = known;
    } else if (decl->specifiers & syntax::kConstexpr) {
      failUnknown(decl->init[0]->range,
                  say("the initial value of the `constexpr` ", quote(name),
                      " must be a constant; use `const` for a value that each thread computes"));
    }
  }
}

/// A __shared__ object, in a function or at namespace scope.
void Sema::sharedVariable(syntax::VarDecl* decl, Symbol* symbol) {
  const SourceRange range = decl->name->range;
  const bool isExtern = decl->specifiers & syntax::kExtern;
  const Type* declared = symbol->type;
  const Type* error = type(TypeKind::Error);
  if (declared->isReference()) {
    symbol->type = error;
    fail(range, "a reference cannot be `__shared__`; declare the object itself `__shared__`");
    return;
  }
  const bool isUnbounded = declared->is(TypeKind::Array) && declared->count == Type::kUnbounded;
  if (!isExtern && isUnbounded && decl->init.empty()) {
    symbol->type = error;
    fail(range, say("the shared array ", quote(symbol->name),
                    " needs a length; for one that is given at launch write `extern __shared__`"));
    return;
  }
  if (!decl->init.empty()) {
    fail(range, say("a `__shared__` variable cannot have an initial value; let one thread assign ",
                    quote(symbol->name), ", then call `__syncthreads()`"));
    if (isUnbounded) {
      symbol->type = error;
      return;
    }
  }
  if (!requireComplete(declared, range, "a shared variable")) {
    symbol->type = error;
    return;
  }
  const bool isDynamic = isExtern && isUnbounded;
  Variable* variable =
      newVariable(symbol->name, declared, isDynamic ? Storage::DynamicShared : Storage::Shared, range);
  if (const uint32_t align = alignmentOf(decl)) variable->align = std::max(variable->align, align);
  symbol->variable = variable;
  symbol->function = nullptr; // one for the block: a lambda names it as it is
  LayoutKey key;
  key.begin = range.begin;
  if (function_ && function_ != &constantsContext_) {
    key.function = function_->entity;
    key.block = scope_->number;
  }
  key.order = sharedCount_++;
  sharedKeys_[variable] = key;
  if (function_ && function_->isFragment) fragmentShared_.push_back(variable);
}

} // namespace banklab::lang::sema
