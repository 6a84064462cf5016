// The ways that lead to a launch: from a function that nobody calls, `main` say, through those that it calls,
// each with the values of its parameters and, of a template, its arguments.

#include "lang/parse/syntax_walk.hpp"
#include "lang/sema/host.hpp"

#include <algorithm>

namespace banklab::lang::sema {

namespace {

constexpr size_t kMostPaths = 16;  // to a launch
constexpr size_t kLongestPath = 8; // calls

/// The names in an expression, also those of types.
void namesIn(const syntax::Expr* expr, std::set<std::string_view>& names) {
  syntax::Walk walk;
  walk.onName = [&](const syntax::Name& name) { names.insert(name.parts.front().identifier); };
  if (expr) walk.expr(expr);
}

void namesIn(const syntax::HostStep& step, std::set<std::string_view>& names) {
  syntax::Walk walk;
  walk.onName = [&](const syntax::Name& name) { names.insert(name.parts.front().identifier); };
  if (step.decl) walk.decl(step.decl);
  if (step.value) walk.expr(step.value);
}

void namesIn(std::span<const syntax::HostGuard> guards, std::set<std::string_view>& names) {
  for (const syntax::HostGuard& guard : guards) {
    namesIn(guard.condition, names);
    for (const syntax::Expr* one : guard.cases) namesIn(one, names);
  }
}

} // namespace

void Sema::findPaths(HostPath path, std::vector<HostPath>& out) {
  const syntax::FunctionDecl* function = path.place(0).function;
  const std::string_view name = path.place(0).name;
  bool isCalled = false;
  for (const syntax::HostCall& call : unit_.hostCalls) {
    if (!function || path.calls.size() >= kLongestPath || out.size() >= kMostPaths) break;
    const bool isAround = call.at.function == function ||
                          std::any_of(path.calls.begin(), path.calls.end(), [&](const syntax::HostCall* one) {
                            return one->at.function == call.at.function;
                          });
    if (isAround || call.callee->last().identifier != name) continue;
    isCalled = true;
    HostPath longer = path;
    longer.calls.insert(longer.calls.begin(), &call);
    findPaths(std::move(longer), out);
  }
  if (!isCalled && out.size() < kMostPaths) out.push_back(std::move(path));
}

/// What each place of the path asks for: those names that are in the launch or the call, and those in what
/// gives these their values.
std::vector<Sema::HostNeeds> Sema::hostNeeds(const HostPath& path) {
  std::vector<HostNeeds> all(path.calls.size() + 1);
  const syntax::LaunchExpr& launch = *path.launch->line.launch;
  for (const syntax::Expr* expr : launch.configuration) namesIn(expr, all.back().values);
  for (const syntax::Expr* expr : launch.arguments) namesIn(expr, all.back().values);
  namesIn(launch.callee, all.back().values);
  for (size_t at = all.size(); at-- > 0;) {
    HostNeeds& here = all[at];
    const syntax::HostPlace& place = path.place(at);
    here.mentioned.insert(here.values.begin(), here.values.end());
    for (size_t i = place.steps.size(); i-- > 0;) {
      const syntax::HostStep& step = place.steps[i];
      if (step.isGuard || here.mentioned.count(step.name)) namesIn(step.guards, here.mentioned);
      if (here.values.count(step.name)) namesIn(step, here.values);
      if (step.isCopy || here.mentioned.count(step.name)) namesIn(step, here.mentioned);
    }
    if (at == 0) break;
    if (place.isLambda) { // but for its parameters' it knows the names of the place where it is called
      HostNeeds outside = here;
      for (const syntax::VarDecl* parameter : place.function->parameters)
        if (parameter && parameter->name)
          for (auto* names : {&outside.values, &outside.mentioned})
            names->erase(parameter->name->last().identifier);
      all[at - 1].values.merge(outside.values);
      all[at - 1].mentioned.merge(outside.mentioned);
    }
    const syntax::CallExpr& call = *path.calls[at - 1]->call;
    namesIn(call.callee, all[at - 1].values);
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      namesIn(call.arguments[i], all[at - 1].mentioned);
      const auto parameters = place.function->parameters;
      const syntax::VarDecl* parameter = i < parameters.size() ? parameters[i] : nullptr;
      if (!parameter || !parameter->name || here.values.count(parameter->name->last().identifier))
        namesIn(call.arguments[i], all[at - 1].values);
    }
  }
  return all;
}

/// Goes along the path, so that the names of the launch's place mean what they do there.
HostWay Sema::enterHost(const HostPath& path, HostNames& names) {
  names.unknown.clear();
  names.assigned.clear();
  names.copies.clear();
  if (!names.areKernelsKnown) names.kernels.clear();
  std::vector<HostValue> values;
  scope_ = namespaceOf(path.place(0));
  for (size_t at = 0;; ++at) {
    const syntax::HostPlace& place = path.place(at);
    names.here = &names.needs[at];
    bool isInside = at == 0 || !place.isLambda; // what stands before a lambda has been gone through
    for (const syntax::HostStep& step : place.steps) {
      isInside |= step.enters == place.function;
      if (!isInside) continue;
      names.isGivenLater = isGivenLater(step, place.steps);
      if (step.isGuard) {
        if (names.heedsGuards && !hostTakes(step.guards[0]).value_or(true)) return HostWay::Closed;
      } else if (step.enters) {
        const bool isCalled = at > 0 && step.enters == place.function;
        enterFunction(isCalled ? values : unknownValues(*step.enters), names);
      } else if (step.isCopy || names.here->mentioned.count(step.name) ||
                 (step.decl && step.decl->kind != syntax::DeclKind::Variable)) {
        quietly([&] {
          hostStep(step, names);
          return true;
        });
      }
    }
    if (at == path.calls.size()) return HostWay::Open;
    Scope* inside = nullptr;
    if (!hostCall(*path.calls[at], path.place(at + 1), names, values, inside)) return HostWay::Unknown;
    scope_ = newScope(ScopeKind::Block, inside);
  }
}

/// `int n;` … `n = 64;`: whatever stands between, the name is not asked for before.
bool Sema::isGivenLater(const syntax::HostStep& step, std::span<const syntax::HostStep> steps) {
  if (!step.decl || step.decl->kind != syntax::DeclKind::Variable) return false;
  if (syntax::as<syntax::VarDecl>(*step.decl).initStyle != syntax::InitStyle::None) return false;
  return std::any_of(steps.begin() + (&step - steps.data()), steps.end(), [&](const syntax::HostStep& later) {
    return !later.decl && later.value && later.name == step.name && later.guards.empty();
  });
}

Scope* Sema::namespaceOf(const syntax::HostPlace& place) {
  Scope* scope = global_;
  for (const std::string_view name : place.namespaces) {
    const auto at = scope->symbols.find(name);
    if (at != scope->symbols.end() && at->second && at->second->kind == SymbolKind::Namespace)
      scope = at->second->scope;
  }
  return scope;
}

/// Of a function that nobody was seen to call: only the program's own `argc` is known.
std::vector<Sema::HostValue> Sema::unknownValues(const syntax::FunctionDecl& function) {
  std::vector<HostValue> values;
  const bool isMain = function.name && function.name->isPlain() && function.name->last().identifier == "main";
  for (syntax::VarDecl* parameter : function.parameters) {
    if (!parameter) continue;
    HostValue value;
    value.parameter = parameter;
    quietly([&] {
      value.type = parameter->type ? parameterType(parameter) : nullptr;
      return true;
    });
    if (isMain && values.empty() && value.type && value.type->unqualified == type(TypeKind::Int))
      value.image = foldImage(integer(TypeKind::Int, 1, parameter->range));
    values.push_back(std::move(value));
  }
  return values;
}

void Sema::enterFunction(const std::vector<HostValue>& values, HostNames& names) {
  for (const HostValue& value : values) {
    if (!value.parameter->name) continue;
    const std::string_view name = value.parameter->name->last().identifier;
    if (!value.kernels.empty()) {
      hostKernelName(name, value.kernels, names);
    } else if (value.type) {
      const Type* type = value.type->isReference() ? value.type->element : value.type;
      hostVariable(name, value.parameter->name->range, type->unqualified, value.image, names);
    }
  }
}

/// Whether the call is one of the function around the place that comes next: with what it hands on, in
/// `values`, and where that function's names are looked up, in `inside`.
bool Sema::hostCall(const syntax::HostCall& call, const syntax::HostPlace& next, HostNames& names,
                    std::vector<HostValue>& values, Scope*& inside) {
  values.clear();
  inside = namespaceOf(next);
  const syntax::FunctionDecl& function = *next.function;
  std::span<syntax::Expr*> given = call.call->arguments;
  if (given.size() > function.parameters.size()) return false;
  FunctionEntity* callee = nullptr;
  if (next.isLambda)
    inside = scope_;
  else if (!hostCallee(call, function, names, callee))
    return false;
  if (callee) inside = callee->scope;
  const bool isSigned = callee && quietly([&] { return ensureSignature(callee); });
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    syntax::VarDecl* parameter = function.parameters[i];
    if (!parameter) continue;
    HostValue value;
    value.parameter = parameter;
    syntax::Expr* written = i < given.size() ? given[i] : nullptr;
    if (!written && !parameter->init.empty()) written = parameter->init[0];
    if (!written || !kernelsNamed(written, value.kernels)) {
      value.kernels.clear();
      quietly([&] {
        Restore there(scope_, inside);
        if (isSigned && i < callee->parameters.size())
          value.type = callee->parameters[i];
        else if (parameter->type)
          value.type = parameterType(parameter);
        return true;
      });
      quietly([&] { return written && hostArgumentValue(written, value); });
    }
    values.push_back(std::move(value));
  }
  return true;
}

bool Sema::hostArgumentValue(syntax::Expr* written, HostValue& value) {
  if (!value.type || value.type->isError()) {
    const Expr* expr = this->value(written);
    if (expr->type->isError()) return false;
    value.type = expr->type->unqualified;
  }
  const Type* type = value.type->isReference() ? value.type->element : value.type;
  type = type->unqualified;
  if (!type->isArithmetic() && !type->is(TypeKind::Enum) && !type->is(TypeKind::Record)) return false;
  const Expr* converted = convert(argument(written), type, written->range, "the argument");
  if (converted->type->isError()) return false;
  prepareCalls(converted);
  value.image = evaluateImage(*converted);
  return value.image.has_value();
}

/// The function that is called, as an instance with its template arguments; false where it is another than
/// `function`, which only has its name. Null where it is not known which: of a class template, say.
bool Sema::hostCallee(const syntax::HostCall& call, const syntax::FunctionDecl& function, HostNames& names,
                      FunctionEntity*& callee) {
  Symbol* symbol = call.call->callee->kind == syntax::ExprKind::Name ? lookup(*call.callee, true) : nullptr;
  std::vector<FunctionEntity*> named;
  if (symbol && symbol->kind == SymbolKind::Functions) named = symbol->functions;
  if (named.empty())
    for (FunctionEntity& one : entities_)
      if (one.decl == &function && !one.pattern) named.push_back(&one);
  if (named.empty()) return true;
  // While types are asked for, the host's variables are like any others.
  for (Symbol* unknown : names.unknown) unknown->isHost = false;
  FunctionEntity* chosen = nullptr;
  quietly([&] {
    Candidates candidates;
    candidates.functions = named;
    candidates.hasExplicit = call.callee->last().hasArguments;
    if (candidates.hasExplicit && !templateArguments(call.callee->last().arguments, candidates.explicitArgs))
      return false;
    std::vector<Argument> given;
    bool isWhole = true;
    for (syntax::Expr* written : call.call->arguments) {
      given.push_back(argument(written));
      isWhole &= !given.back().expr || !given.back().expr->type->isError();
    }
    if (isWhole) chosen = choose(candidates, given, call.callee->last().identifier, call.callee->range, true);
    if (chosen) return true;
    for (FunctionEntity* one : named) {
      if (one->decl != &function) continue;
      chosen = one->isTemplate() ? deduce(one, candidates.explicitArgs, given) : one;
      if (chosen) return true;
    }
    return false;
  });
  for (Symbol* unknown : names.unknown) unknown->isHost = true;
  callee = chosen;
  return !chosen || chosen->decl == &function;
}

} // namespace banklab::lang::sema
