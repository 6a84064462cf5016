// Launches that the file's host code makes. The host is not run: its declarations and assignments before the
// launch are read in their order as far as they are constants, through the calls that lead to it
// (host_calls.cpp). What is known only when the host runs is a knob (an integer or a real number) or a
// buffer (a pointer). A launch whose block is not constant is left, with a note.

#include "lang/message.hpp"
#include "lang/sema/host.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace banklab::lang::sema {

namespace {

constexpr size_t kMostHostLaunches = 32; // that a file's host code makes

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

/// Whether two launches do the same.
bool areSame(const Launch& a, const Launch& b) {
  const auto isSame = [](const Dim3& one, const Dim3& other) {
    return one.x == other.x && one.y == other.y && one.z == other.z;
  };
  return isSame(a.grid, b.grid) && isSame(a.block, b.block) && a.dynamicSharedBytes == b.dynamicSharedBytes &&
         a.copies == b.copies &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    [](const lang::Argument& one, const lang::Argument& other) {
                      return one.isBuffer == other.isBuffer && one.offset == other.offset &&
                             one.value == other.value;
                    });
}

} // namespace

/// The kernel's name in what a launch calls: without its namespaces and arguments.
std::string Sema::launchedName(const syntax::HostLaunch& host) const {
  std::string_view callee = program_.source->text(host.line.launch->callee->range);
  callee = callee.substr(0, callee.find('<'));
  if (const size_t colons = callee.rfind("::"); colons != callee.npos) callee.remove_prefix(colons + 2);
  return oneLine(callee);
}

/// Each launch that can be made. One that needs a knob is left out where the same kernel has one that needs
/// none: what is known is worth more than what is guessed.
bool Sema::hostLaunches() {
  const size_t before = program_.launches.size(), errors = sink_->errorCount();
  std::vector<HostLaunch> made;
  if (!hostLaunches(made, true)) hostLaunches(made, false);
  std::set<const FunctionEntity*> known;
  for (const HostLaunch& one : made)
    if (one.knobs.empty()) known.insert(one.kernel);
  std::erase_if(made, [&](const HostLaunch& one) { return !one.knobs.empty() && known.count(one.kernel); });
  for (HostLaunch& one : made) {
    for (const Knob& knob : one.knobs) addKnob(knob);
    one.launch.otherKnobs = knobsOfOthers(made, one);
    assumptions_ = std::move(one.assumptions);
    Restore range(launchRange_, one.launch.range);
    Restore function(function_, &constantsContext_);
    finishLaunch(std::move(one.launch), one.kernel);
  }
  for (size_t i = before + 1; i < program_.launches.size(); ++i)
    assumeBuffers(program_.launches[i], std::span(program_.launches).subspan(before, i - before));
  return program_.launches.size() != before || sink_->errorCount() != errors;
}

/// The knobs that one launch takes and this one does not.
std::vector<std::string> Sema::knobsOfOthers(const std::vector<HostLaunch>& all, const HostLaunch& one) {
  std::vector<std::string> names;
  for (const HostLaunch& other : all)
    for (const Knob& knob : other.knobs) {
      const auto hasName = [&](const Knob& own) { return own.name == knob.name; };
      if (std::none_of(one.knobs.begin(), one.knobs.end(), hasName)) names.push_back(knob.name);
    }
  return names;
}

/// Each launch runs by itself: what those before it wrote is not there, where this one only reads.
void Sema::assumeBuffers(Launch& launch, std::span<const Launch> before) {
  const auto usesOf = [](const Launch& one, std::string_view name, bool isConst) {
    for (size_t i = 0; i < one.arguments.size(); ++i)
      if (one.arguments[i].isBuffer && one.buffers[one.arguments[i].buffer].name == name &&
          one.kernel.function->parameters[i]->type->element->isConst() == isConst)
        return true;
    return false;
  };
  std::string names;
  for (const Buffer& buffer : launch.buffers)
    if (usesOf(launch, buffer.name, true) &&
        std::any_of(before.begin(), before.end(),
                    [&](const Launch& one) { return usesOf(one, buffer.name, false); }))
      names += (names.empty() ? "" : ", ") + buffer.name;
  if (!names.empty())
    launch.assumptions.push_back(say("what a launch before this one writes to ", names,
                                     " is not carried over; an input line says what it is"));
}

/// Those on each way that the host takes; with guards, what it does not come to is left out. Whether there
/// are any, or something that is noted.
bool Sema::hostLaunches(std::vector<HostLaunch>& made, bool heedsGuards) {
  bool isNoted = false;
  std::set<std::string> seen;
  for (const syntax::HostLaunch& host : unit_.hostLaunches) {
    std::vector<HostLaunch> here;
    std::string problem;
    std::optional<Diagnostic> broken;
    const auto take = [&](const HostPath& path) {
      HostWay way = HostWay::Open;
      for (size_t choice = 0, choices = 1; choice < choices; ++choice) {
        HostLaunch launch;
        const bool isMade = hostLaunch(path, heedsGuards, choice, launch);
        choices = launch.choices;
        way = launch.way;
        if (!isMade && way == HostWay::Open && problem.empty()) problem = std::move(launch.problem);
        if (!broken) broken = std::move(launch.broken);
        if (isMade) here.push_back(std::move(launch));
      }
      return way;
    };
    std::vector<HostPath> paths;
    findPaths({&host, {}}, paths);
    bool isFollowed = false;
    for (const HostPath& path : paths) isFollowed |= take(path) != HostWay::Unknown;
    // Where no call can be followed, the function is looked at by itself.
    if (!isFollowed) take({&host, {}});
    if (here.empty() && broken) {
      isNoted = true;
      toldKernels_.insert(launchedName(host));
      ++program_.launchesNotRun;
      if (seen.insert(say(broken->message, std::to_string(broken->range.begin))).second)
        sink_->error(broken->range, broken->message);
    } else if (!problem.empty()) {
      std::string key = oneLine(program_.source->text(host.line.range));
      for (const std::string_view space : host.at.namespaces) key += say("\n", space);
      isNoted = true;
      toldKernels_.insert(launchedName(host));
      if (seen.insert(std::move(key)).second) {
        ++program_.launchesNotRun;
        sink_->note(host.line.range, say("this launch is not run: ", problem));
      }
    }
    for (HostLaunch& one : here) {
      const bool isNew = std::none_of(made.begin(), made.end(), [&](const HostLaunch& other) {
        return one.kernel == other.kernel && areSame(one.launch, other.launch);
      });
      if (isNew && made.size() < kMostHostLaunches) made.push_back(std::move(one));
    }
  }
  return isNoted || !made.empty();
}

/// Whether the launch can be made; if not for its configuration's sake, `problem` says why. Nothing is told.
bool Sema::hostLaunch(const HostPath& path, bool heedsGuards, size_t choice, HostLaunch& made) {
  const SourceRange range = path.launch->line.range;
  Restore place(launchRange_, range);
  Restore function(function_, &constantsContext_);
  Restore inside(scope_, global_);
  Restore silence(sink_, &unheard_);
  Restore host(isHostRun_, true);
  assumptions_.clear();
  assume("the launch is the one in the file's host code");
  made.launch.text = oneLine(program_.source->text(range));
  made.launch.range = range;
  made.launch.isHosts = true;
  const bool isMade = prepareHostLaunch(path, heedsGuards, choice, made);
  made.assumptions = std::move(assumptions_);
  made.knobs = std::exchange(program_.knobs, {});
  made.launch.isInvented |= !made.knobs.empty();
  return isMade;
}

bool Sema::prepareHostLaunch(const HostPath& path, bool heedsGuards, size_t choice, HostLaunch& made) {
  Launch& launch = made.launch;
  FunctionEntity*& kernel = made.kernel;
  const syntax::LaunchExpr& written = *path.launch->line.launch;
  const auto& configuration = written.configuration;
  if (configuration.size() < 2 || configuration.size() > 4) return false;
  HostNames names;
  names.heedsGuards = heedsGuards;
  names.choice = choice;
  names.needs = hostNeeds(path);
  const std::string shown = launchedName(*path.launch);
  const bool isOfTemplate = std::any_of(kernels_.begin(), kernels_.end(), [&](const FunctionEntity* one) {
    return one->isTemplate() && one->name == shown;
  });
  const std::string wayOut = say("; add a line `// launch: ", shown, isOfTemplate ? "<…>" : "",
                                 "<<<grid, block>>>(…)` that can run");
  bool areBytesKnown = true;
  {
    Restore inside(scope_, scope_);
    made.way = enterHost(path, names);
    if (made.way != HostWay::Open) return false;
    areBytesKnown = configuration.size() < 3 || knownBytes(configuration[2]).has_value();
    if (!quietly([&] { return dimensions(configuration[1], "block", launch.block); })) {
      made.problem = say("the size of its block is known only when the host runs", wayOut);
      return false;
    }
  }
  names.withKnobs = names.areKernelsKnown = true;
  names.heedsGuards = false;
  enterHost(path, names);
  // A size of no block is one that the host asks the device for, and that nobody saw it get.
  const auto isGrid = [&] { return dimensions(configuration[0], "grid", launch.grid); };
  if (!quietly(isGrid) || launch.grid.x == 0 || launch.grid.y == 0 || launch.grid.z == 0) {
    launch.grid = {};
    assume("the grid is one block, for its size is known only when the host runs");
  }
  Diagnostics limits;
  {
    Restore silence(sink_, &limits);
    checkLimits(launch, launch.range);
  }
  if (limits.hasErrors()) {
    made.problem = limits.all().front().message + wayOut;
    return false;
  }
  kernel = hostKernel(written, names);
  if (!kernel) {
    const bool isThere = std::any_of(kernels_.begin(), kernels_.end(),
                                     [&](const FunctionEntity* one) { return one->name == shown; });
    const bool isValue = written.callee->kind != syntax::ExprKind::Name ||
                         lookup(*syntax::as<syntax::NameExpr>(*written.callee).name, true) != nullptr;
    made.problem = isThere   ? say("its template arguments are known only when the host runs", wayOut)
                   : isValue ? say("which kernel ", quote(shown),
                                   " is, is known only when the host runs; add a line `// launch: "
                                   "kernel<<<grid, block>>>(…)` that can run")
                             : say("there is no kernel ", quote(shown), " in this text; add its code");
    return false;
  }
  if (!isSelected(kernel->pattern ? kernel->pattern : kernel)) return false;
  if (!ensureSignature(kernel)) {
    findBroken(kernel, made);
    return false;
  }
  if (const auto choices = names.kernels.find(program_.source->text(written.callee->range));
      choices != names.kernels.end() && choices->second.size() > 1) {
    made.choices = choices->second.size();
    assume(say(choices->first, " is ", displayName(kernel), ", one of ", std::to_string(made.choices),
               " kernels that the host may choose"));
  }
  if (configuration.size() > 2 && !hostBytes(configuration[2], areBytesKnown, made)) {
    made.problem += wayOut;
    return false;
  }
  if (!hostArguments(written, made)) {
    if (!made.problem.empty()) made.problem += wayOut;
    return false;
  }
  launch.copies = std::move(names.copies);
  assumeAssigned(names);
  bool isRepeated = path.launch->at.isRepeated;
  for (const syntax::HostCall* call : path.calls) isRepeated |= call->at.isRepeated;
  if (isRepeated)
    assume("the launch stands in a loop of the host's, of whose rounds the first is the one that runs");
  return true;
}

/// What is wrong with the types of the kernel's parameters: whoever asked for them first may not have been
/// heard.
void Sema::findBroken(FunctionEntity* kernel, HostLaunch& made) {
  Diagnostics found;
  Restore heard(sink_, &found);
  Restore inside(scope_, kernel->scope);
  for (syntax::VarDecl* parameter : kernel->decl->parameters)
    if (parameter) parameterType(parameter);
  for (const Diagnostic& one : found.all())
    if (one.severity == Severity::Error && !made.broken) made.broken = one;
}

/// What the launch passes, by what is known of it; false, and why, where something cannot be guessed.
bool Sema::hostArguments(const syntax::LaunchExpr& written, HostLaunch& made) {
  Launch& launch = made.launch;
  FunctionEntity* kernel = made.kernel;
  const auto& given = written.arguments;
  const size_t most = kernel->parameters.size();
  const bool isUnknown = given.empty() && most > 0; // of `cudaLaunchKernel`, say
  if (!isUnknown && (given.size() > most || given.size() < requiredArguments(kernel))) {
    made.problem =
        say("the kernel ", quote(kernel->name), " takes ", std::to_string(most),
            most == 1 ? " argument" : " arguments", ", and the launch gives ", std::to_string(given.size()));
    return false;
  }
  for (size_t i = 0; i < most; ++i) {
    const syntax::VarDecl* parameter =
        kernel->decl->parameters[std::min(i, kernel->decl->parameters.size() - 1)];
    std::string_view name =
        parameter && parameter->name ? parameter->name->last().identifier : std::string_view{};
    if (name.empty()) name = program_.arena->copy(std::string_view("argument" + std::to_string(i + 1)));
    syntax::Expr* value = i < given.size() ? given[i] : kernel->defaults[i];
    const size_t arguments = launch.arguments.size();
    if (value && quietly([&] { return launchArgument(launch, value, name, kernel->parameters[i]); }) &&
        !isForgotten(launch.arguments.back(), *value, kernel->parameters[i])) {
      lang::Argument& passed = launch.arguments.back();
      const Type* type = kernel->parameters[i]->unqualified;
      if (type->is(TypeKind::Record)) pointMembers(launch, passed, std::string(name), type, 0);
      continue;
    }
    launch.arguments.resize(arguments);
    if (hostArgument(launch, value, kernel->parameters[i], name)) continue;
    const bool isSaidElsewhere = kernel->parameters[i]->is(TypeKind::Record);
    if (!isSaidElsewhere) made.problem = say("what it passes for ", quote(name), " cannot be guessed");
    return false;
  }
  return true;
}

std::optional<uint64_t> Sema::knownBytes(syntax::Expr* written) {
  std::optional<int64_t> bytes;
  quietly([&] {
    bytes = constantInteger(written, "the size of dynamic shared memory");
    return true;
  });
  return bytes && *bytes >= 0 ? std::optional(static_cast<uint64_t>(*bytes)) : std::nullopt;
}

/// The launch's third argument. Where only the host knows it, what its knobs make of it; and if it is itself
/// what nobody knows, enough for most kernels.
bool Sema::hostBytes(syntax::Expr* written, bool areKnown, HostLaunch& made) {
  Launch& launch = made.launch;
  const auto bytes = areKnown || written->kind != syntax::ExprKind::Name ? knownBytes(written) : std::nullopt;
  if (bytes) {
    launch.dynamicSharedBytes = *bytes;
  } else {
    launch.dynamicSharedBytes = kAssumedBytes;
    launch.isInvented = true;
    assume(say("the dynamic shared memory is ", std::to_string(kAssumedBytes),
               " bytes, for its size is known only when the host runs"));
  }
  Diagnostics limits;
  Restore silence(sink_, &limits);
  if (checkLimits(launch, launch.range)) return true;
  made.problem = limits.all().front().message;
  return false;
}

/// Whether a pointer is null only because nobody saw what the host put there.
bool Sema::isForgotten(const lang::Argument& passed, const syntax::Expr& written, const Type* declared) {
  if (!declared->unqualified->isPointer() || passed.isBuffer || written.kind == syntax::ExprKind::Null ||
      written.kind == syntax::ExprKind::Integer)
    return false;
  return std::all_of(passed.value.begin(), passed.value.end(), [](std::byte b) { return b == std::byte{0}; });
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
    fillUnknown(declared, passed.value);
    pointMembers(launch, passed, std::string(parameter), declared, 0);
    assume(say(parameter,
               " has 64 for each integer and 1 for each real, for it is known only when the host runs"));
    launch.isInvented = true;
  } else {
    return false;
  }
  launch.arguments.push_back(std::move(passed));
  return true;
}

/// The kernel with its template arguments: those written, the others from the types of what is passed.
FunctionEntity* Sema::hostKernel(const syntax::LaunchExpr& launch, HostNames& names) {
  const syntax::Expr* callee = launch.callee;
  if (!callee || callee->kind != syntax::ExprKind::Name) return nullptr;
  const syntax::Name* name = syntax::as<syntax::NameExpr>(*callee).name;
  Symbol* symbol = name ? lookup(*name, true) : nullptr;
  if (!symbol || symbol->kind != SymbolKind::Functions) return nullptr;
  FunctionEntity* deduced = nullptr;
  for (FunctionEntity* pattern : symbol->functions) {
    if (!pattern->decl || !(pattern->decl->specifiers & syntax::kGlobal) || !pattern->isTemplate()) continue;
    // While types are asked for, the host's variables are like any others.
    for (Symbol* unknown : names.unknown) unknown->isHost = false;
    quietly([&] {
      TemplateArgs args;
      std::vector<Argument> arguments;
      if (name->last().hasArguments && !templateArguments(name->last().arguments, args)) return false;
      for (syntax::Expr* written : launch.arguments) arguments.push_back(argument(written));
      deduced = deduce(pattern, args, arguments);
      return true;
    });
    for (Symbol* unknown : names.unknown) unknown->isHost = true;
    if (deduced) return deduced;
  }
  const syntax::LaunchLine line{{}, launchRange_, const_cast<syntax::LaunchExpr*>(&launch)};
  FunctionEntity* kernel = nullptr;
  quietly([&] { return (kernel = launchedKernel(line)) != nullptr; });
  return kernel;
}

} // namespace banklab::lang::sema
