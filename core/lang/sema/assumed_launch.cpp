// The launch of a kernel that nobody launches: one block, of a shape that its shared arrays suggest, with
// arguments by their types.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace banklab::lang::sema {

namespace {

constexpr int kAxes = 3;

std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string dimensionsText(const Dim3& block) {
  if (block.y == 1 && block.z == 1) return std::to_string(block.x);
  return say("dim3(", std::to_string(block.x), ", ", std::to_string(block.y),
             block.z > 1 ? ", " + std::to_string(block.z) : std::string(), ")");
}

/// Looks for the axes of the block that a kernel's threads ask for, and for the dimensions of shared arrays
/// that they index: `tile[threadIdx.y][threadIdx.x]` of a `tile[16][17]` is of a block of 16 × 16.
class ShapeOfBlock {
public:
  explicit ShapeOfBlock(const Function& kernel) {
    reached_.push_back(&kernel);
    for (size_t i = 0; i < reached_.size(); ++i) {
      if (!reached_[i]->body) continue;
      forEachStatement(*reached_[i]->body, [&](const Stmt& stmt) {
        if (stmt.kind == StmtKind::Declare) note(as<DeclareStmt>(stmt));
      });
      forEachNode(*reached_[i]->body, [&](const Expr& expr) { look(expr); });
    }
  }

  bool uses(int axis) const { return uses_[axis]; }
  /// Threads that the array with the most room has place for, as a power of two: into smaller ones only some
  /// of the threads write. 0: no array tells.
  uint32_t room(int axis) const {
    uint64_t most = 0;
    for (const auto& [array, room] : room_[axis]) most = std::max(most, room);
    uint32_t power = most ? 1 : 0;
    while (power && uint64_t{power} * 2 <= std::min<uint64_t>(most, kMaxThreads)) power *= 2;
    return power;
  }

private:
  static const Expr& bare(const Expr& expr) {
    const Expr* at = &expr;
    while (at->kind == ExprKind::Convert) at = as<ConvertExpr>(*at).operand;
    return *at;
  }

  /// The axis whose index the value is, or -1.
  int axisOf(const Expr& value) const {
    const Expr& expr = bare(value);
    if (expr.kind == ExprKind::Load && as<LoadExpr>(expr).place->kind == ExprKind::Variable) {
      const auto known = axes_.find(as<VariableExpr>(*as<LoadExpr>(expr).place).variable);
      return known == axes_.end() ? -1 : known->second;
    }
    if (expr.kind != ExprKind::Intrinsic) return -1;
    switch (as<IntrinsicExpr>(expr).intrinsic) {
    case Intrinsic::ThreadIdxX: return 0;
    case Intrinsic::ThreadIdxY: return 1;
    case Intrinsic::ThreadIdxZ: return 2;
    default: return -1;
    }
  }

  /// `const int row = threadIdx.y;`
  void note(const DeclareStmt& declared) {
    const int axis = declared.init ? axisOf(*declared.init) : -1;
    if (axis >= 0) axes_[declared.variable] = axis;
  }

  /// Null for what is no static shared array.
  static const Variable* arrayOf(const Expr* place) {
    const Variable* variable = rootOf(place);
    return variable && variable->storage == Storage::Shared ? variable : nullptr;
  }

  void look(const Expr& expr) {
    if (expr.kind == ExprKind::Call) {
      const Function* callee = as<CallExpr>(expr).callee;
      if (std::find(reached_.begin(), reached_.end(), callee) == reached_.end()) reached_.push_back(callee);
    } else if (expr.kind == ExprKind::Intrinsic) {
      if (const int axis = axisOf(expr); axis >= 0) uses_[axis] = true;
    } else if (expr.kind == ExprKind::Index) {
      if (const Variable* array = arrayOf(&expr)) noteIndex(as<IndexExpr>(expr), array);
    }
  }

  /// An index that grows with one axis: `factor * threadIdx.x + plus`; axis -1: another form.
  struct Linear {
    int axis = -1;
    uint64_t factor = 1, plus = 0;
  };
  Linear linear(const Expr& value) const {
    const Expr& expr = bare(value);
    if (const int axis = axisOf(expr); axis >= 0) return {axis};
    if (expr.kind != ExprKind::Binary) return {};
    const auto& both = as<BinaryExpr>(expr);
    const bool isLeft = bare(*both.left).kind == ExprKind::Constant && both.op != BinaryOp::ShiftLeft;
    const Expr& constant = bare(isLeft ? *both.left : *both.right);
    if (constant.kind != ExprKind::Constant) return {};
    const uint64_t number = as<ConstantExpr>(constant).bits;
    if (number > kMost) return {};
    Linear inner = linear(isLeft ? *both.right : *both.left);
    switch (both.op) {
    case BinaryOp::Add: inner.plus += number; return inner;
    case BinaryOp::Multiply:
      inner.factor *= number;
      inner.plus *= number;
      break;
    case BinaryOp::ShiftLeft:
      inner.factor <<= number % 32;
      inner.plus <<= number % 32;
      break;
    default: return {};
    }
    return inner.factor > kMost ? Linear{} : inner;
  }

  /// Of `s[64]`, `s[threadIdx.x]` is for 64 threads, `s[2 * threadIdx.x + 1]` for 32.
  void noteIndex(const IndexExpr& access, const Variable* array) {
    const Linear index = linear(*access.index);
    const uint64_t count = access.base->type->count;
    if (index.axis < 0 || index.factor == 0 || count == Type::kUnbounded || index.plus >= count) return;
    const uint64_t room = (count - index.plus + index.factor - 1) / index.factor;
    const auto [known, isNew] = room_[index.axis].try_emplace(array, room);
    if (!isNew) known->second = std::min(known->second, room);
  }

  static constexpr uint64_t kMost = 1 << 20; // of a factor, or of what is added
  std::vector<const Function*> reached_;
  std::map<const Variable*, int> axes_;
  bool uses_[kAxes] = {};
  std::map<const Variable*, uint64_t> room_[kAxes];
};

/// `most`: what `__launch_bounds__` allows, or 0.
Dim3 assumedBlock(const Function& kernel, uint32_t most) {
  const ShapeOfBlock shape(kernel);
  const bool isFlat = !shape.uses(1) && !shape.uses(2);
  if (isFlat && most) return {most, 1, 1};
  Dim3 block{shape.room(0) ? shape.room(0) : 32, 1, 1};
  if (isFlat) return {std::max(block.x, 32u), 1, 1};
  if (shape.uses(1)) block.y = shape.room(1) ? shape.room(1) : 8;
  if (shape.uses(2)) block.z = std::min(shape.room(2) ? shape.room(2) : 4, 64u);
  const uint32_t threads = most ? most : kMaxThreads;
  const auto isTooLarge = [&] { return uint64_t{block.x} * block.y * block.z > threads; };
  for (uint32_t* size : {&block.z, &block.y, &block.x})
    while (isTooLarge() && *size > 1) *size /= 2;
  return block;
}

} // namespace

/// With no launch line: the first kernel that runs with what can be assumed. What is wrong with a template
/// under arguments that nobody gave is a note.
void Sema::assumedLaunch() {
  const std::vector<FunctionEntity*> kernels = kernels_;
  for (FunctionEntity* kernel : kernels) {
    if (!isSelected(kernel)) continue;
    if (!kernel->isTemplate()) return assumedLaunch(kernel);
    const size_t launches = program_.launches.size(), knobs = program_.knobs.size();
    Diagnostics trial;
    {
      Restore heard(sink_, &trial);
      Restore bodies(bodies_, &trial);
      assumedLaunch(kernel);
    }
    std::string assumed;
    for (const std::string& one : assumptions_)
      if (one.find("the template parameter ") == 0) assumed += (assumed.empty() ? "" : "; ") + one;
    const bool isGuessed = trial.hasErrors() && !assumed.empty();
    constexpr size_t kMostNotes = 3; // the others are their echo
    size_t notes = 0;
    for (const Diagnostic& one : trial.all()) {
      if (!isGuessed)
        (one.severity == Severity::Error     ? sink_->error(one.range, one.message)
         : one.severity == Severity::Warning ? sink_->warning(one.range, one.message)
                                             : sink_->note(one.range, one.message))
            .notes = one.notes;
      else if (one.severity == Severity::Error && notes++ < kMostNotes)
        sink_->note(one.range, say(one.message, "; this may be for what was assumed (", assumed,
                                   "): add a line `// launch: ", kernel->name, "<…><<<grid, block>>>(…)`"));
    }
    if (!isGuessed) return;
    program_.launches.resize(launches);
    program_.knobs.resize(knobs);
  }
}

/// One block, arguments by their types.
void Sema::assumedLaunch(FunctionEntity* kernel) {
  assumptions_.clear();
  Restore context(function_, &constantsContext_);
  Restore range(launchRange_, kernel->decl->name->range);
  if (kernel->isTemplate()) kernel = assumedInstance(kernel, {}, launchRange_);
  if (!kernel || !ensureSignature(kernel)) return;
  Function* function = functionOf(kernel);
  compileQueued();
  Launch launch;
  launch.block = assumedBlock(*function, launchBounds(kernel));
  std::string list;
  for (size_t i = 0; i < kernel->parameters.size(); ++i) {
    if (!work(launchRange_)) return;
    syntax::VarDecl* parameter = kernel->decl->parameters[std::min(i, kernel->decl->parameters.size() - 1)];
    std::string_view name =
        parameter && parameter->name ? parameter->name->last().identifier : std::string_view{};
    if (name.empty()) name = program_.arena->copy(std::string_view("argument" + std::to_string(i + 1)));
    const Type* declared = kernel->parameters[i]->unqualified;
    list += (list.empty() ? "" : ", ") + std::string(name);
    if (declared->isPointer()) {
      lang::Argument passed;
      passed.isBuffer = true;
      passed.buffer = bufferNamed(launch, name, declared->element);
      launch.arguments.push_back(std::move(passed));
      assume(say(name, " is a buffer of its own"));
    } else if (declared->isArithmetic()) {
      Symbol* symbol = knobSymbol(argumentKnob(name, declared), declared, launchRange_);
      passValue(launch, *symbol->constant);
      assume(say(name, " is ",
                 declared->isFloating() ? shortNumber(symbol->constant->real)
                                        : std::to_string(static_cast<int64_t>(symbol->constant->bits))));
    } else if (declared->is(TypeKind::Record) || declared->is(TypeKind::Enum)) {
      if (!requireComplete(declared, launchRange_, "a kernel's parameter")) return;
      lang::Argument passed;
      passed.value.resize(declared->size());
      fillUnknown(declared, passed.value);
      pointMembers(launch, passed, std::string(name), declared, 0);
      assume(say(name, " has 64 for each integer and 1 for each real",
                 passed.pointers.empty() ? "" : ", and a buffer of its own for each pointer"));
      launch.arguments.push_back(std::move(passed));
    } else {
      error(launchRange_, say("what to pass for ", quote(name), " cannot be guessed; add a line `// launch: ",
                              kernel->name, "<<<grid, block>>>(…)`"));
      return;
    }
  }
  launch.text = say(displayName(kernel), "<<<1, ", dimensionsText(launch.block), ">>>(", list, ")");
  assumptions_.insert(assumptions_.begin(), say("the launch is ", launch.text));
  launch.isInvented = true;
  finishLaunch(std::move(launch), kernel);
}

/// __launch_bounds__' first number, or 0.
uint32_t Sema::launchBounds(FunctionEntity* kernel) {
  if (!kernel->decl || kernel->decl->launchBounds.empty()) return 0;
  Restore inside(scope_, kernel->scope);
  Restore function(function_, &constantsContext_);
  const auto threads = constantInteger(kernel->decl->launchBounds[0], "`__launch_bounds__`");
  if (!threads || *threads < 1 || *threads > kMaxThreads) return 0;
  return static_cast<uint32_t>(*threads);
}

} // namespace banklab::lang::sema
