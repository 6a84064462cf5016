// Launches that the file's host code makes. The host is not run: its declarations and assignments before the
// launch are read in their order as far as they are constants, and what is known only when the host runs is a
// knob (an integer or a real number) or a buffer (a pointer). A launch whose block is not constant is left,
// with a note.

#include "lang/message.hpp"
#include "lang/sema.hpp"
#include "lang/syntax_walk.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

namespace banklab::lang::sema {

/// A launch of the host's, ready to be finished.
struct Sema::HostLaunch {
  Launch launch;
  FunctionEntity* kernel = nullptr;
  std::vector<std::string> assumptions;
  std::vector<Knob> knobs;
  std::string problem; // with its configuration; empty: none, or it is another that keeps it from running
};

/// What the host's names are, on the way to a launch.
struct Sema::HostNames {
  std::vector<Symbol*> unknown;           // with no value that is known
  std::set<std::string_view> needed;      // by the launch, or by what it needs
  bool withKnobs = false;                 // numbers that are not known are knobs
  std::vector<std::string_view> assigned; // changed after they were declared
};

namespace {

/// The words of a launch's text, with one space wherever there is space.
std::string oneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool isSpace = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\';
    if (!isSpace)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  return line;
}

std::string valueText(const Value& value) {
  char text[32];
  if (value.type->isFloating())
    std::snprintf(text, sizeof text, "%g", value.real);
  else
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value.bits));
  return text;
}

/// The names that the launch needs: those in it, and those in what gives these their values.
std::set<std::string_view> neededNames(const syntax::HostLaunch& host) {
  std::set<std::string_view> names;
  syntax::Walk walk;
  walk.onName = [&](const syntax::Name& name) { names.insert(name.parts.front().identifier); };
  for (const syntax::Expr* expr : host.line.launch->configuration) walk.expr(expr);
  for (const syntax::Expr* expr : host.line.launch->arguments) walk.expr(expr);
  walk.expr(host.line.launch->callee);
  for (size_t i = host.steps.size(); i-- > 0;) {
    const syntax::HostStep& step = host.steps[i];
    if (!names.count(step.name)) continue;
    if (step.decl) walk.decl(step.decl);
    if (step.value) walk.expr(step.value);
  }
  return names;
}

} // namespace

/// Runs it with all messages dropped; whether it succeeded with none.
template <typename F>
bool Sema::quietly(F&& attempt) {
  Restore silence(sink_, &unheard_);
  const size_t before = unheard_.errorCount();
  return attempt() && unheard_.errorCount() == before;
}

/// Each launch that can be made. One that needs a knob is left out where the same kernel has one that needs
/// none: what is known is worth more than what is guessed.
bool Sema::hostLaunches() {
  const size_t before = program_.launches.size(), errors = sink_->errorCount();
  std::set<std::string> seen;
  std::vector<HostLaunch> made;
  std::set<const FunctionEntity*> known;
  for (const syntax::HostLaunch& host : unit_.hostLaunches) {
    std::string key = oneLine(program_.source->text(host.line.range));
    for (const std::string_view space : host.namespaces) key += say("\n", space);
    if (!seen.insert(std::move(key)).second) continue;
    HostLaunch launch;
    if (hostLaunch(host, launch)) {
      if (launch.knobs.empty()) known.insert(launch.kernel);
      made.push_back(std::move(launch));
    } else if (!launch.problem.empty()) {
      sink_->note(host.line.range, say("this launch is not run: ", launch.problem,
                                       "; add a line `// launch: kernel<<<grid, block>>>(…)` that can run"));
    }
  }
  for (HostLaunch& one : made) {
    if (!one.knobs.empty() && known.count(one.kernel)) continue;
    for (Knob& knob : one.knobs) addKnob(std::move(knob));
    assumptions_ = std::move(one.assumptions);
    Restore range(launchRange_, one.launch.range);
    Restore function(function_, &constantsContext_);
    finishLaunch(std::move(one.launch), one.kernel);
  }
  return program_.launches.size() != before || sink_->errorCount() != errors;
}

/// Whether the launch can be made; if not for its configuration's sake, `problem` says why. Nothing is told.
bool Sema::hostLaunch(const syntax::HostLaunch& host, HostLaunch& made) {
  Restore range(launchRange_, host.line.range);
  Restore function(function_, &constantsContext_);
  Restore inside(scope_, global_);
  for (const std::string_view name : host.namespaces) {
    const auto at = scope_->symbols.find(name);
    if (at != scope_->symbols.end() && at->second && at->second->kind == SymbolKind::Namespace)
      scope_ = at->second->scope;
  }
  assumptions_.clear();
  assume("the launch is the one in the file's host code");
  made.launch.text = oneLine(program_.source->text(host.line.range));
  made.launch.range = host.line.range;
  const bool isMade = quietly([&] { return prepareHostLaunch(host, made); });
  made.assumptions = std::move(assumptions_);
  made.knobs = std::exchange(program_.knobs, {});
  return isMade;
}

bool Sema::prepareHostLaunch(const syntax::HostLaunch& host, HostLaunch& made) {
  Launch& launch = made.launch;
  FunctionEntity*& kernel = made.kernel;
  const auto& configuration = host.line.launch->configuration;
  if (configuration.size() < 2 || configuration.size() > 4) return false;
  HostNames names;
  names.needed = neededNames(host);
  const auto enter = [&] {
    names.unknown.clear();
    names.assigned.clear();
    for (const syntax::HostStep& step : host.steps)
      if (names.needed.count(step.name) || (step.decl && step.decl->kind != syntax::DeclKind::Variable))
        hostStep(step, names);
  };
  const auto isTried = [&](auto&& attempt) { // a failure inside is no failure of the launch
    Diagnostics dropped;
    Restore silence(sink_, &dropped);
    return attempt() && !dropped.hasErrors();
  };
  {
    Restore inside(scope_, scope_);
    isTried([&] {
      enter();
      return true;
    });
    if (!isTried([&] { return dimensions(configuration[1], "block", launch.block); })) {
      made.problem = "the size of its block is known only when the host runs";
      return false;
    }
  }
  names.withKnobs = true;
  isTried([&] {
    enter();
    return true;
  });
  if (!isTried([&] { return dimensions(configuration[0], "grid", launch.grid); })) {
    launch.grid = {};
    assume("the grid is one block, for its size is known only when the host runs");
  }
  if (configuration.size() > 2) {
    const auto bytes = constantInteger(configuration[2], "the size of dynamic shared memory");
    if (!bytes || *bytes < 0) {
      made.problem = "the size of its dynamic shared memory is known only when the host runs";
      return false;
    }
    launch.dynamicSharedBytes = static_cast<uint64_t>(*bytes);
  }
  Diagnostics limits;
  {
    Restore silence(sink_, &limits);
    checkLimits(launch, host.line.range);
  }
  if (limits.hasErrors()) {
    made.problem = limits.all().front().message;
    return false;
  }
  kernel = hostKernel(host, names);
  if (!kernel || !isSelected(kernel->pattern ? kernel->pattern : kernel) || !ensureSignature(kernel))
    return false;
  const auto& given = host.line.launch->arguments;
  const size_t most = kernel->parameters.size();
  if (given.size() > most || given.size() < requiredArguments(kernel)) return false;
  for (size_t i = 0; i < most; ++i) {
    const syntax::VarDecl* parameter =
        kernel->decl->parameters[std::min(i, kernel->decl->parameters.size() - 1)];
    std::string_view name =
        parameter && parameter->name ? parameter->name->last().identifier : std::string_view{};
    if (name.empty()) name = program_.arena->copy(std::string_view("argument" + std::to_string(i + 1)));
    syntax::Expr* written = i < given.size() ? given[i] : kernel->defaults[i];
    const size_t arguments = launch.arguments.size();
    if (isTried([&] { return launchArgument(launch, written, name, kernel->parameters[i]); })) {
      lang::Argument& passed = launch.arguments.back();
      const Type* type = kernel->parameters[i]->unqualified;
      if (type->is(TypeKind::Record)) pointMembers(launch, passed, std::string(name), type, 0);
      continue;
    }
    launch.arguments.resize(arguments);
    if (!hostArgument(launch, written, kernel->parameters[i], name)) return false;
  }
  for (const std::string_view name : names.assigned)
    assume(say(name, " is what it is set to at first, or in one straight line before the launch"));
  return true;
}

/// What an argument that is no constant stands for, by its type.
bool Sema::hostArgument(Launch& launch, syntax::Expr* written, const Type* declared,
                        std::string_view parameter) {
  declared = declared->unqualified;
  lang::Argument passed;
  if (declared->isPointer()) {
    passed.isBuffer = true;
    const std::string_view text = written ? program_.source->text(written->range) : std::string_view{};
    passed.buffer =
        bufferNamed(launch, text.empty() ? std::string(parameter) : oneLine(text), declared->element);
  } else if (declared->isArithmetic()) {
    Symbol* symbol = knobSymbol(argumentKnob(parameter, declared), declared, launchRange_);
    passValue(launch, *symbol->constant);
    return true;
  } else if (declared->is(TypeKind::Record) || declared->is(TypeKind::Enum)) {
    if (!requireComplete(declared, launchRange_, "a kernel's parameter")) return false;
    passed.value.resize(declared->size());
    pointMembers(launch, passed, std::string(parameter), declared, 0);
    assume(say(parameter, " is all zeros"));
  } else {
    return false;
  }
  launch.arguments.push_back(std::move(passed));
  return true;
}

/// The kernel with its template arguments: those written, the others from the types of what is passed.
FunctionEntity* Sema::hostKernel(const syntax::HostLaunch& host, HostNames& names) {
  const syntax::Expr* callee = host.line.launch->callee;
  if (!callee || callee->kind != syntax::ExprKind::Name) return nullptr;
  const syntax::Name* name = syntax::as<syntax::NameExpr>(*callee).name;
  Symbol* symbol = name ? lookup(*name, true) : nullptr;
  if (!symbol || symbol->kind != SymbolKind::Functions) return nullptr;
  FunctionEntity* deduced = nullptr;
  for (FunctionEntity* pattern : symbol->functions) {
    if (!pattern->decl || !(pattern->decl->specifiers & syntax::kGlobal) || !pattern->isTemplate()) continue;
    // While types are asked for, the host's variables are like any others.
    for (Symbol* unknown : names.unknown) unknown->isHost = false;
    Diagnostics dropped;
    {
      Restore silence(sink_, &dropped);
      TemplateArgs args;
      std::vector<Argument> arguments;
      if (!name->last().hasArguments || templateArguments(name->last().arguments, args)) {
        for (syntax::Expr* written : host.line.launch->arguments) arguments.push_back(argument(written));
        if (!dropped.hasErrors()) deduced = deduce(pattern, args, arguments);
      }
    }
    for (Symbol* unknown : names.unknown) unknown->isHost = true;
    if (deduced) return deduced;
  }
  return launchedKernel(host.line);
}

void Sema::hostStep(const syntax::HostStep& step, HostNames& names) {
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
  const Type* declared = declaredType(&decl);
  std::optional<std::vector<std::byte>> image;
  if (declared->isArithmetic() || declared->is(TypeKind::Enum) ||
      (declared->is(TypeKind::Record) && requireComplete(declared, step.range, "a variable"))) {
    if (const Expr* init = initialise(declared->unqualified, decl.initStyle, decl.init, decl.range)) {
      if (!init->type->isError()) {
        prepareCalls(init);
        image = evaluateImage(*init);
      }
    } else if (declared->unqualified == vectorType(*findVectorType("dim3"))) {
      image = evaluateImage(*constructDim3({}, decl.range));
    } else if (declared->is(TypeKind::Record)) {
      image.emplace(declared->size());
    }
  }
  hostVariable(step, declared, std::move(image), names);
}

/// A name of the host's in a block of its own, since it may hide the one before.
void Sema::hostVariable(const syntax::HostStep& step, const Type* type,
                        std::optional<std::vector<std::byte>> image, HostNames& names) {
  scope_ = newScope(ScopeKind::Block, scope_);
  const Type* plain = type->unqualified;
  if (!image && names.withKnobs && plain->isArithmetic() && names.needed.count(step.name)) {
    Symbol* knob = knobSymbol(argumentKnob(step.name, plain), plain, step.range);
    assume(say(step.name, " is ", valueText(*knob->constant), ", for it is known only when the host runs"));
    declare(scope_, knob);
    return;
  }
  Symbol* symbol = newSymbol(SymbolKind::Variable, step.name, step.range);
  symbol->type = types_.qualified(type, image ? kConst : 0);
  symbol->variable =
      newVariable(step.name, symbol->type, image ? Storage::Constant : Storage::Global, step.range);
  if (image) {
    symbol->variable->image = program_.arena->copy(*image);
    if (plain->isScalar())
      if (const auto value = evaluate(*valueOf(reference(symbol->variable, step.range)))) {
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
  Symbol* symbol = lookup(step.name);
  if (!symbol || symbol->kind != SymbolKind::Variable || !symbol->type || symbol->type->isError()) return;
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
  hostVariable(step, type, std::move(image), names);
}

} // namespace banklab::lang::sema
