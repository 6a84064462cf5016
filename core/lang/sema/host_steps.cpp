// What the host does before a launch, step by step: what its names are then.

#include "lang/message.hpp"
#include "lang/sema/host.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

namespace banklab::lang::sema {

namespace {

constexpr uint64_t kMostKnownElements = 4096; // of an array whose elements are known

std::string valueText(const Value& value) {
  char text[32];
  if (value.type->isFloating())
    std::snprintf(text, sizeof text, "%g", value.real);
  else
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value.bits));
  return text;
}

} // namespace

/// Whether the condition holds, as far as the host's constants tell.
std::optional<bool> Sema::hostTruth(syntax::Expr* condition, int depth) {
  constexpr int kDeepest = 64;
  if (!condition || depth > kDeepest) return std::nullopt;
  if (condition->kind == syntax::ExprKind::Binary) {
    auto& both = syntax::as<syntax::BinaryExpr>(*condition);
    const bool isAnd = both.op == BinaryOp::LogicalAnd;
    if (isAnd || both.op == BinaryOp::LogicalOr) {
      // One side may tell where nobody knows the other.
      const auto left = hostTruth(both.left, depth + 1);
      if (left && *left != isAnd) return left;
      const auto right = hostTruth(both.right, depth + 1);
      if (right && *right != isAnd) return right;
      return left && right ? std::optional(isAnd) : std::nullopt;
    }
  }
  std::optional<Value> known;
  quietly([&] {
    known = fold(toBool(value(condition)));
    return true;
  });
  return known ? std::optional(known->bits != 0) : std::nullopt;
}

/// Whether the host goes that way.
std::optional<bool> Sema::hostTakes(const syntax::HostGuard& guard) {
  if (!guard.condition) return std::nullopt;
  std::optional<bool> holds;
  if (guard.cases.empty()) {
    holds = hostTruth(guard.condition, 0);
  } else {
    bool areKnown = true, isAny = false;
    std::optional<Value> switched;
    const auto valueOfIt = [&](syntax::Expr* expr) {
      std::optional<Value> known;
      quietly([&] {
        known = fold(value(expr));
        return true;
      });
      return known;
    };
    switched = valueOfIt(guard.condition);
    for (syntax::Expr* one : guard.cases) {
      const auto label = switched ? valueOfIt(one) : std::nullopt;
      areKnown &= label.has_value();
      isAny |= label && label->bits == switched->bits;
    }
    if (areKnown || isAny) holds = isAny;
  }
  if (!holds) return holds;
  return *holds != guard.isNegated;
}

void Sema::hostStep(const syntax::HostStep& step, HostNames& names) {
  if (step.isCopy) return hostCopy(step, names);
  if (!step.decl) return hostAssignment(step, names);
  if (step.decl->kind != syntax::DeclKind::Variable) {
    // Types, aliases and `using` of the body's own; what it declares else is not for a launch.
    const bool isName =
        step.decl->kind == syntax::DeclKind::Alias || step.decl->kind == syntax::DeclKind::Using ||
        step.decl->kind == syntax::DeclKind::Enum || step.decl->kind == syntax::DeclKind::Namespace;
    if (!isName) return;
    scope_ = newScope(ScopeKind::Block, scope_);
    declareOne(step.decl);
    return;
  }
  auto& decl = syntax::as<syntax::VarDecl>(*step.decl);
  if (!decl.name || decl.name->parts.size() != 1 || !decl.type) return;
  if (decl.init.size() == 1)
    if (std::vector<Symbol*> kernels; kernelsNamed(decl.init[0], kernels))
      return hostKernelName(step.name, std::move(kernels), names);
  const Type* declared = declaredType(&decl);
  if (declared->isReference()) declared = declared->element;
  if (declared->is(TypeKind::Array) && declared->count == Type::kUnbounded)
    declared = completeArray(declared, decl.initStyle, decl.init);
  std::optional<std::vector<std::byte>> image;
  const bool isList = declared->is(TypeKind::Array) && declared->element->isArithmetic() &&
                      declared->count <= kMostKnownElements && decl.initStyle != syntax::InitStyle::None;
  if (declared->isArithmetic() || isList || declared->is(TypeKind::Enum) ||
      (declared->is(TypeKind::Record) && requireComplete(declared, step.range, "a variable"))) {
    const Expr* init = initialise(declared->unqualified, decl.initStyle, decl.init, decl.range);
    if (!init && declared->is(TypeKind::Record)) init = construct(declared, {}, decl.range, nullptr);
    if (init && !init->type->isError()) image = foldImage(valueOf(init));
  }
  hostVariable(step.name, step.range, declared, std::move(image), names);
}

/// A name of the host's in a block of its own, since it may hide the one before.
void Sema::hostVariable(std::string_view name, SourceRange range, const Type* type,
                        std::optional<std::vector<std::byte>> image, HostNames& names) {
  scope_ = newScope(ScopeKind::Block, scope_);
  const Type* plain = type->unqualified;
  if (!image && names.withKnobs && !names.isGivenLater && plain->isArithmetic() &&
      names.here->values.count(name)) {
    Symbol* knob = knobSymbol(argumentKnob(name, plain), plain, range);
    assume(say(name, " is ", valueText(*knob->constant), ", for it is known only when the host runs"));
    declare(scope_, knob);
    return;
  }
  Symbol* symbol = newSymbol(SymbolKind::Variable, name, range);
  symbol->type = types_.qualified(type, image ? kConst : 0);
  symbol->variable = newVariable(name, symbol->type, image ? Storage::Constant : Storage::Global, range);
  if (image) {
    symbol->variable->image = program_.arena->copy(*image);
    if (plain->isScalar())
      if (const auto value = evaluate(*valueOf(reference(symbol->variable, range)))) {
        constants_[symbol->variable] = *value;
        symbol->constant = value;
      }
  } else {
    symbol->isHost = true;
    names.unknown.push_back(symbol);
  }
  declare(scope_, symbol);
}

void Sema::hostAssignment(const syntax::HostStep& step, HostNames& names) {
  bool isSure = true;
  for (const syntax::HostGuard& guard : step.guards) {
    const auto isTaken = hostTakes(guard);
    if (isTaken && !*isTaken) return;
    isSure &= isTaken.has_value();
  }
  if (std::vector<Symbol*> kernels; step.value && kernelsNamed(step.value, kernels)) {
    if (const auto found = names.kernels.find(step.name); !isSure && found != names.kernels.end())
      kernels.insert(kernels.begin(), found->second.begin(), found->second.end());
    return hostKernelName(step.name, std::move(kernels), names);
  }
  Symbol* symbol = lookup(step.name);
  if (!symbol || symbol->kind != SymbolKind::Variable || !symbol->type || symbol->type->isError()) return;
  if (!isSure) return names.assigned.push_back(step.name); // nobody knows: it stays what it is
  const Type* type = symbol->type->unqualified;
  const Type* target = type;
  uint64_t at = 0;
  if (!step.member.empty()) {
    if (!type->is(TypeKind::Record) || !symbol->variable || symbol->isHost) return;
    const auto& fields = type->record->fields;
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& one) {
      return one.name == step.member && !one.bitWidth;
    });
    if (field == fields.end()) return;
    target = field->type->unqualified;
    at = field->offset;
  }
  if (target->isPointer()) return; // a buffer stays one
  std::optional<std::vector<std::byte>> image;
  if (step.value) {
    const Expr* value = convert(argument(step.value), target, step.range, "the value");
    if (!value->type->isError()) {
      prepareCalls(value);
      image = evaluateImage(*value);
    }
  }
  if (!step.member.empty() && image) {
    const auto before = symbol->variable->image;
    std::vector<std::byte> whole(before.begin(), before.end());
    whole.resize(type->size());
    std::memcpy(whole.data() + at, image->data(), std::min<uint64_t>(image->size(), whole.size() - at));
    image = std::move(whole);
  }
  names.assigned.push_back(step.name);
  hostVariable(step.name, step.range, type, std::move(image), names);
}

/// Names that got another value than their first: that only is followed which happens in one straight line.
void Sema::assumeAssigned(const HostNames& names) {
  std::set<std::string_view> told;
  for (const std::string_view name : names.assigned) {
    if (!told.insert(name).second) continue;
    const Symbol* symbol = lookup(name);
    if (symbol && symbol->kind == SymbolKind::Variable && symbol->constant)
      assume(say(name, " is ", valueText(*symbol->constant),
                 ", as it is set at first, or in one straight line before the launch"));
    else
      assume(say(name, " is what it is set to at first, or in one straight line before the launch"));
  }
}

/// A kernel under a name of the host's: `auto run = kernel<float, 4>;`
void Sema::hostKernelName(std::string_view name, std::vector<Symbol*> kernels, HostNames& names) {
  std::vector<Symbol*>& known = names.kernels[name];
  if (!names.areKernelsKnown || known.empty()) known = std::move(kernels);
  scope_ = newScope(ScopeKind::Block, scope_);
  scope_->symbols[name] = known[std::min(names.choice, known.size() - 1)];
}

/// The kernels that an expression may name, by the ways that the host may go; false where it names none.
bool Sema::kernelsNamed(syntax::Expr* written, std::vector<Symbol*>& out) {
  for (;;) {
    if (written && written->kind == syntax::ExprKind::Cast) {
      written = syntax::as<syntax::CastExpr>(*written).operand;
    } else if (written && written->kind == syntax::ExprKind::Unary &&
               syntax::as<syntax::UnaryExpr>(*written).op == UnaryOp::AddressOf) {
      written = syntax::as<syntax::UnaryExpr>(*written).operand;
    } else if (written && written->kind == syntax::ExprKind::Conditional) {
      auto& choice = syntax::as<syntax::ConditionalExpr>(*written);
      const auto isTaken = hostTruth(choice.condition, 0);
      if (!isTaken && !kernelsNamed(choice.yes, out)) return false;
      written = isTaken && *isTaken ? choice.yes : choice.no;
    } else {
      break;
    }
  }
  Symbol* kernel = kernelNamed(written);
  if (kernel) out.push_back(kernel);
  return kernel != nullptr;
}

/// What `kernel` or `kernel<float, 4>` names; null where it is no kernel.
Symbol* Sema::kernelNamed(syntax::Expr* written) {
  if (!written || written->kind != syntax::ExprKind::Name) return nullptr;
  const syntax::Name* name = syntax::as<syntax::NameExpr>(*written).name;
  Symbol* symbol = name ? lookup(*name, true) : nullptr;
  if (!symbol || symbol->kind != SymbolKind::Functions) return nullptr;
  Symbol* made = newSymbol(SymbolKind::Functions, name->last().identifier, name->range);
  for (FunctionEntity* one : symbol->functions) {
    if (!one->decl || !(one->decl->specifiers & syntax::kGlobal)) continue;
    if (one->isTemplate() && name->last().hasArguments)
      quietly([&] {
        TemplateArgs args;
        if (!templateArguments(name->last().arguments, args)) return false;
        if (!completeArguments(*one->decl->templated, one->scope, args, name->range, true, {})) return false;
        one = instantiate(one, args);
        return true;
      });
    if (one) made->functions.push_back(one);
  }
  return made->functions.empty() ? nullptr : made;
}

} // namespace banklab::lang::sema
