// Launches: which kernel, with what grid, block and arguments; and what is assumed where nobody says.

#include "lang/arithmetic.hpp"
#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>
#include <cstring>

namespace banklab::lang::sema {

namespace {

/// CUDA C++ Programming Guide, "Compute Capabilities": the same for every chip since 5.0.
constexpr uint32_t kMaxBlockZ = 64, kMaxGridYZ = 65535, kMaxGridX = 2147483647;
constexpr size_t kMostLaunches = 128; // of one file that run
constexpr uint64_t kMaxStaticShared = 48 * 1024;
constexpr uint64_t kMaxShared = 227 * 1024; // of one block, compute capability 9.0

} // namespace

void Sema::makeLaunches() {
  if (!options_.kernel.empty() && std::none_of(kernels_.begin(), kernels_.end(),
                                               [&](FunctionEntity* kernel) { return isSelected(kernel); })) {
    std::string list;
    for (const FunctionEntity* kernel : kernels_)
      list += (list.empty() ? "" : ", ") + std::string(kernel->name);
    error({}, say("there is no kernel ", quote(options_.kernel),
                  !list.empty()    ? say("; the file has ", list)
                  : unit_.fragment ? "; this file is a fragment, which runs without a name"
                                   : ""));
    return;
  }
  if (unit_.fragment) {
    bool any = false;
    for (const syntax::LaunchLine& line : unit_.launches) {
      if (!line.launch) continue;
      if (program_.launches.size() == kMostLaunches) break;
      any = true;
      if (line.launch->callee && !kernels_.empty())
        launchLine(line);
      else
        fragmentLaunch(&line);
    }
    if (!any && unit_.launches.empty()) fragmentLaunch(nullptr);
    return;
  }
  size_t made = 0;
  for (const syntax::LaunchLine& line : unit_.launches) {
    if (program_.launches.size() == kMostLaunches) {
      warning(line.range,
              "a file runs 128 launches at most, and those from here on are left out; run fewer at a time");
      break;
    }
    if (!line.launch) {
      ++made; // said by the parser
      continue;
    }
    FunctionEntity* kernel = launchedKernel(line);
    if (kernel && !isSelected(kernel->pattern ? kernel->pattern : kernel)) continue;
    ++made;
    if (kernel) launchLine(line);
  }
  if (made == 0 && !hostLaunches()) assumedLaunch();
  noteKernelsThatDoNotRun();
}

/// Where some kernels of a text run, a reader would take the others for free of conflicts.
void Sema::noteKernelsThatDoNotRun() {
  if (program_.launches.empty() || !options_.kernel.empty() || !options_.launches.empty()) return;
  if (sink_->hasErrors()) return; // then there is more to say first
  const auto nameOf = [](std::string_view name) { return name.substr(0, name.find('<')); };
  constexpr size_t kMostNotes = 8;
  size_t notes = 0;
  for (const FunctionEntity* kernel : kernels_) {
    const bool runs =
        std::any_of(program_.launches.begin(), program_.launches.end(), [&](const Launch& launch) {
          return nameOf(launch.kernel.function->name) == kernel->name;
        });
    // Of a launch of the host's that is not run it has been said why; of one that the host does not come to,
    // here. Of a template that nobody launches there is nothing to say.
    const bool isHosts =
        std::any_of(unit_.hostLaunches.begin(), unit_.hostLaunches.end(),
                    [&](const auto& host) { return host.line.launch && launchedName(host) == kernel->name; });
    if (runs || toldKernels_.count(kernel->name) || (kernel->isTemplate() && !isHosts) ||
        !program_.source->holds(kernel->decl->name->range))
      continue;
    ++program_.kernelsNotRun;
    if (notes++ == kMostNotes) continue;
    sink_->note(kernel->decl->name->range,
                say("no launch of ", quote(kernel->name), " runs here",
                    isHosts ? ", for the host does not come to it by what is known of its values" : "",
                    ", so that nothing is said of it; add a line `// launch: ", kernel->name,
                    kernel->isTemplate() ? "<…>" : "", "<<<grid, block>>>(…)`"));
  }
}

bool Sema::isSelected(const FunctionEntity* kernel) const {
  return options_.kernel.empty() || kernel->name == options_.kernel;
}

/// The kernel that a launch line names, as an instance with its template arguments; says why there is none.
FunctionEntity* Sema::launchedKernel(const syntax::LaunchLine& line) {
  const syntax::Expr* callee = line.launch->callee;
  if (!callee || callee->kind != syntax::ExprKind::Name || !syntax::as<syntax::NameExpr>(*callee).name) {
    error(line.range, "a launch line names a kernel: `// launch: kernel<<<grid, block>>>(arguments)`");
    return nullptr;
  }
  const syntax::Name& name = *syntax::as<syntax::NameExpr>(*callee).name;
  const SourceRange range = line.range.end ? name.range : SourceRange{};
  Symbol* symbol = lookup(name, true);
  std::vector<FunctionEntity*> kernels;
  if (symbol && symbol->kind == SymbolKind::Functions)
    for (FunctionEntity* function : symbol->functions)
      if (function->decl && (function->decl->specifiers & syntax::kGlobal)) kernels.push_back(function);
  if (kernels.empty() && !symbol && name.parts.size() == 1 && !name.global &&
      !kernelsInside(name.last().identifier, range, kernels))
    return nullptr;
  if (kernels.empty()) {
    if (symbol && symbol->kind == SymbolKind::Functions)
      error(range, say(quote(nameText(name)),
                       " is not a kernel; write `__global__ void` in front of it to launch it"));
    else
      error(range, say("there is no kernel ", quote(nameText(name)), " in this file",
                       kernelSuggestion(name.last().identifier)));
    return nullptr;
  }
  FunctionEntity* chosen = kernels[0];
  for (FunctionEntity* kernel : kernels)
    if (kernel->decl->parameters.size() == line.launch->arguments.size()) {
      chosen = kernel;
      break;
    }
  if (!chosen->isTemplate()) {
    if (name.last().hasArguments) {
      error(range, say("the kernel ", quote(chosen->name), " is not a template; launch it without `<…>`"));
      return nullptr;
    }
    return chosen;
  }
  TemplateArgs args;
  if (name.last().hasArguments && !templateArguments(name.last().arguments, args)) return nullptr;
  return assumedInstance(chosen, std::move(args), range);
}

/// The kernels of a name that stand in a namespace, in `out`; false, with a message, where several namespaces
/// have one.
bool Sema::kernelsInside(std::string_view name, SourceRange range, std::vector<FunctionEntity*>& out) {
  const auto qualified = [](const FunctionEntity* kernel) {
    std::string text(kernel->name);
    for (const Scope* scope = kernel->scope; scope; scope = scope->parent)
      if (scope->kind == ScopeKind::Namespace && !scope->name.empty()) text = say(scope->name, "::", text);
    return text;
  };
  for (FunctionEntity* kernel : kernels_) {
    if (kernel->name != name) continue;
    if (!out.empty() && out[0]->scope != kernel->scope) {
      error(range, say("several namespaces have a kernel ", quote(name), "; write ", quote(qualified(out[0])),
                       " or ", quote(qualified(kernel))));
      return false;
    }
    out.push_back(kernel);
  }
  return true;
}

std::string Sema::kernelSuggestion(std::string_view name) {
  Restore inside(scope_, newScope(ScopeKind::Block, nullptr));
  for (FunctionEntity* kernel : kernels_) scope_->symbols.emplace(kernel->name, nullptr);
  std::string near = suggestion(name);
  if (!near.empty() && near.find("did you mean") != std::string::npos) return near;
  return kernels_.size() == 1 ? say("; the file has ", quote(kernels_[0]->name)) : std::string();
}

/// The arguments of the first explicit instantiation of the template in the file.
bool Sema::instantiatedArguments(FunctionEntity* pattern, TemplateArgs& args) {
  for (const auto& [decl, scope] : instantiations_) {
    if (!decl->name || decl->name->last().identifier != pattern->name || !decl->name->last().hasArguments)
      continue;
    Restore inside(scope_, scope);
    if (!templateArguments(decl->name->last().arguments, args)) return false;
    assume(say("the template arguments are ", argumentsText(args), ", as the file instantiates ",
               pattern->name));
    return true;
  }
  return false;
}

/// A kernel template with what is not given assumed: as the file instantiates it, else by kind: types are
/// float, values are knobs at 32.
FunctionEntity* Sema::assumedInstance(FunctionEntity* pattern, TemplateArgs args, SourceRange range) {
  Restore inside(scope_, pattern->scope);
  const auto parameters = pattern->decl->templated->parameters;
  if (args.empty()) instantiatedArguments(pattern, args);
  for (size_t i = args.size(); i < parameters.size(); ++i) {
    const syntax::TemplateParameter& parameter = parameters[i];
    const bool hasDefault = parameter.kind == syntax::TemplateParameterKind::Value
                                ? parameter.value != nullptr
                                : parameter.type != nullptr;
    if (hasDefault || parameter.pack) break;
    TemplateArg arg;
    arg.kind = parameter.kind;
    if (parameter.kind == syntax::TemplateParameterKind::Type) {
      arg.type = type(TypeKind::Float);
      assume(say("the template parameter ", parameter.name, " is float"));
    } else if (parameter.kind == syntax::TemplateParameterKind::Value) {
      const Type* declared =
          parameter.type && !isAuto(parameter.type) && !typeDepends(parameter.type, parameters)
              ? resolve(parameter.type)
              : type(TypeKind::Int);
      if (declared->is(TypeKind::Bool)) {
        arg.value = makeInteger(declared, 1);
        assume(say("the template parameter ", parameter.name, " is true"));
      } else {
        Knob knob;
        knob.name = parameter.name;
        knob.value = 32;
        knob.min = 1;
        knob.max = 1024;
        Symbol* symbol =
            knobSymbol(knob, declared->isInteger() ? declared : type(TypeKind::Int), parameter.range);
        arg.value = *symbol->constant;
        assume(say("the template parameter ", parameter.name, " is ",
                   std::to_string(static_cast<int64_t>(arg.value.bits))));
      }
      arg.type = arg.value.type;
    } else {
      error(range, say("the template argument ", quote(parameter.name), " of ", quote(pattern->name),
                       " must be given in the launch line"));
      return nullptr;
    }
    args.push_back(std::move(arg));
  }
  if (!completeArguments(*pattern->decl->templated, pattern->scope, args, range, false, {})) return nullptr;
  return instantiate(pattern, args);
}

bool Sema::typeDepends(const syntax::TypeName* written, std::span<syntax::TemplateParameter> parameters) {
  syntax::Template all{};
  all.parameters = parameters;
  return dependsOn(newDeduced(all, scope_), written);
}

/// A grid's or a block's size: an integer, dim3(…) or {…}.
bool Sema::dimensions(syntax::Expr* written, const char* what, Dim3& out) {
  const Argument given = argument(written);
  if (given.expr && given.expr->type->isError()) return false;
  const Expr* whole =
      convert(given, vectorType(*findVectorType("dim3")), given.range, say("the ", what, "'s size"));
  if (whole->type->isError()) return false;
  prepareCalls(whole);
  const auto bytes = evaluateImage(*whole);
  if (!bytes || bytes->size() != 12) {
    error(launchRange_, say("the ", what, "'s size in a launch line must be a constant; write the numbers"));
    return false;
  }
  uint32_t sizes[3];
  std::memcpy(sizes, bytes->data(), sizeof sizes);
  out = {sizes[0], sizes[1], sizes[2]};
  return true;
}

bool Sema::configure(Launch& launch, const syntax::LaunchLine& line) {
  const auto& configuration = line.launch->configuration;
  if (configuration.empty()) return false; // said by the parser
  if (configuration.size() < 2 || configuration.size() > 4) {
    error(line.range,
          "a launch needs a grid and a block between `<<<` and `>>>`: `kernel<<<grid, block>>>(…)`");
    return false;
  }
  if (!dimensions(configuration[0], "grid", launch.grid) ||
      !dimensions(configuration[1], "block", launch.block))
    return false;
  if (configuration.size() > 2) {
    const auto bytes = constantInteger(configuration[2], "the size of dynamic shared memory");
    if (!bytes) return false;
    if (*bytes < 0) {
      error(line.range,
            say("a block cannot have ", std::to_string(*bytes), " bytes of shared memory; write 0 or more"));
      return false;
    }
    launch.dynamicSharedBytes = static_cast<uint64_t>(*bytes);
  }
  return checkLimits(launch, line.range);
}

bool Sema::checkLimits(const Launch& launch, SourceRange range) {
  const Dim3 &grid = launch.grid, &block = launch.block;
  const auto complain = [&](std::string message) {
    error(range, std::move(message));
    return false;
  };
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || block.x == 0 || block.y == 0 || block.z == 0)
    return complain("every size of the grid and the block must be at least 1");
  if (block.x > kMaxThreads || block.y > kMaxThreads)
    return complain(say("a block is at most 1024 threads wide in x and y, and this one is ",
                        std::to_string(std::max(block.x, block.y))));
  if (block.z > kMaxBlockZ)
    return complain(
        say("a block is at most 64 threads deep in z, and this one is ", std::to_string(block.z)));
  const uint64_t threads = uint64_t{block.x} * block.y * block.z;
  if (threads > kMaxThreads)
    return complain(say("a block has at most 1024 threads, and this one has ", std::to_string(threads)));
  if (launch.dynamicSharedBytes > kMaxShared)
    return complain(say("a block has at most ", std::to_string(kMaxShared),
                        " bytes of shared memory, and the launch asks for ",
                        std::to_string(launch.dynamicSharedBytes)));
  if (grid.x > kMaxGridX || grid.y > kMaxGridYZ || grid.z > kMaxGridYZ)
    return complain("a grid has at most 2147483647 blocks in x and 65535 in y and z");
  return true;
}

void Sema::launchLine(const syntax::LaunchLine& line) {
  Restore range(launchRange_, line.range);
  Restore function(function_, &constantsContext_);
  Restore device(inDevice_, true);
  assumptions_.clear();
  FunctionEntity* kernel = launchedKernel(line);
  if (!kernel || !ensureSignature(kernel)) return;
  Launch launch;
  launch.text = std::string(line.text);
  launch.range = line.range;
  launch.isInvented = !assumptions_.empty(); // arguments of its template
  if (!configure(launch, line)) return;
  const auto& given = line.launch->arguments;
  const size_t most = kernel->parameters.size(), least = requiredArguments(kernel);
  if (given.size() > most || given.size() < least) {
    Diagnostic& diagnostic =
        error(line.range, say("the kernel ", quote(kernel->name), " takes ", std::to_string(most),
                              most == 1 ? " argument" : " arguments", ", and the launch gives ",
                              std::to_string(given.size())));
    diagnostic.notes.push_back({kernel->decl->name->range, "the kernel is declared here"});
    return;
  }
  for (size_t i = 0; i < most; ++i) {
    syntax::VarDecl* parameter = kernel->decl->parameters[std::min(i, kernel->decl->parameters.size() - 1)];
    const std::string_view name =
        parameter && parameter->name ? parameter->name->last().identifier : std::string_view{};
    syntax::Expr* written = i < given.size() ? given[i] : kernel->defaults[i];
    if (!launchArgument(launch, written, name, kernel->parameters[i])) return;
  }
  finishLaunch(std::move(launch), kernel);
}

void Sema::fragmentLaunch(const syntax::LaunchLine* line) {
  Restore range(launchRange_, line ? line->range : SourceRange{});
  Restore function(function_, &constantsContext_);
  Launch launch;
  if (line) {
    launch.text = std::string(line->text);
    launch.range = line->range;
    if (!configure(launch, *line)) return;
  } else {
    launch.block = usesZ_ ? Dim3{8, 8, 8} : usesY_ ? Dim3{32, 32, 1} : Dim3{32, 1, 1};
    launch.text = usesZ_ ? "<<<1, dim3(8, 8, 8)>>>" : usesY_ ? "<<<1, dim3(32, 32)>>>" : "<<<1, 32>>>";
    assumptions_.insert(assumptions_.begin(), usesZ_   ? "one block of 8 × 8 × 8 threads runs"
                                              : usesY_ ? "one block of 32 × 32 threads runs"
                                                       : "one block of 32 threads runs");
  }
  finishLaunch(std::move(launch), fragment_);
}

namespace {

bool usesDynamic(const Kernel& kernel) {
  return std::any_of(kernel.shared.begin(), kernel.shared.end(), [](const SharedObject& object) {
    return object.variable->storage == Storage::DynamicShared;
  });
}

} // namespace

/// The functions below the kernel must be whole; then its shared memory is laid out and its inputs are bound.
void Sema::finishLaunch(Launch launch, FunctionEntity* kernel) {
  const SourceRange range = launchRange_;
  if (kernel->decl && !kernel->decl->body && !kernel->decl->isDefinition) {
    error(range, say("the kernel ", quote(kernel->name), " is only declared; its body is needed to run it"))
        .notes.push_back({kernel->decl->name->range, "the kernel is declared here"});
    return;
  }
  Function* function = functionOf(kernel);
  compileQueued();
  if (hasBrokenBody(function)) return;
  launch.kernel.function = function;
  launch.kernel.maxThreads = launchBounds(kernel);
  const uint32_t threads = launch.block.x * launch.block.y * launch.block.z;
  if (launch.kernel.maxThreads && threads > launch.kernel.maxThreads) {
    error(range, say("`__launch_bounds__` promises at most ", std::to_string(launch.kernel.maxThreads),
                     " threads in a block, and the launch has ", std::to_string(threads)));
    return;
  }
  placeShared(launch.kernel);
  if (launch.isInvented && launch.dynamicSharedBytes == 0 && launch.text.size() &&
      usesDynamic(launch.kernel)) {
    launch.dynamicSharedBytes = kAssumedBytes;
    assume(say("the dynamic shared memory is ", std::to_string(kAssumedBytes), " bytes"));
  }
  if (launch.kernel.staticBytes > kMaxStaticShared) {
    error(kernel->decl && kernel->decl->name ? kernel->decl->name->range : range,
          say("the kernel's shared arrays take ", std::to_string(launch.kernel.staticBytes),
              " bytes, and at most ", std::to_string(kMaxStaticShared),
              " can be declared; use `extern __shared__` for more"));
    return;
  }
  if (launch.kernel.staticBytes + launch.dynamicSharedBytes > kMaxShared) {
    error(range,
          say("the block takes ", std::to_string(launch.kernel.staticBytes + launch.dynamicSharedBytes),
              " bytes of shared memory, and at most ", std::to_string(kMaxShared), " fit"));
    return;
  }
  if (!unit_.hostCopies.empty()) assumeCopies(launch);
  bindInputs(launch);
  launch.assumptions = assumptions_;
  program_.launches.push_back(std::move(launch));
}

} // namespace banklab::lang::sema
