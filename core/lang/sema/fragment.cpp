// Fragments: statements with no kernel around them. Names that nobody declares get the meaning that they have
// in course notes, and every such guess is written down as an assumption.

#include "lang/arithmetic.hpp"
#include "lang/message.hpp"
#include "lang/parse/syntax_walk.hpp"
#include "lang/sema/sema.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <charconv>

namespace banklab::lang::sema {

namespace {

struct KnobRule {
  std::string_view name;
  int64_t value, min, max;
};

/// Defaults by name; `kOther` for the rest.
constexpr KnobRule kKnobRules[] = {
    {"s", 1, 0, 64},
    {"stride", 1, 0, 64},
    {"step", 1, 0, 64},
    {"STRIDE", 1, 0, 64},
    {"col", 0, 0, 31},
    {"row", 0, 0, 31},
    {"c", 0, 0, 31},
    {"r", 0, 0, 31},
    {"column", 0, 0, 31},
    {"k", 0, 0, 31},
    {"j", 0, 0, 31},
    {"offset", 0, 0, 64},
    {"off", 0, 0, 64},
    {"base", 0, 0, 64},
    {"p", 0, 0, 8},
    {"pad", 0, 0, 8},
    {"PAD", 0, 0, 8},
    {"padding", 0, 0, 8},
    {"PADDING", 0, 0, 8},
    {"n", 32, 1, 1024},
    {"N", 32, 1, 1024},
    {"width", 32, 1, 128},
    {"WIDTH", 32, 1, 128},
    {"height", 32, 1, 128},
    {"pitch", 32, 1, 128},
    {"TILE", 32, 1, 64},
    {"TILE_DIM", 32, 1, 64},
    {"TILE_SIZE", 32, 1, 64},
    {"BLOCK_SIZE", 32, 1, 1024},
    {"SIZE", 32, 1, 1024},
    {"DIM", 32, 1, 64},
    {"WARP_SIZE", 32, 1, 64},
    {"BDIM", 32, 1, 64},
};
constexpr KnobRule kOther = {"", 1, 0, 64};

/// The name at the bottom of a[i][j], (a + k)[i], *(a + k).
const syntax::Name* baseName(const syntax::Expr* expr, uint32_t* subscripts) {
  for (int depth = 0; expr && depth < 64; ++depth) {
    if (expr->kind == syntax::ExprKind::Subscript) {
      ++*subscripts;
      expr = syntax::as<syntax::SubscriptExpr>(*expr).base;
    } else if (expr->kind == syntax::ExprKind::Name) {
      const syntax::Name* name = syntax::as<syntax::NameExpr>(*expr).name;
      return name && name->isPlain() ? name : nullptr;
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

} // namespace

void Sema::assume(std::string text) {
  program_.work += static_cast<uint32_t>(assumptions_.size() / kNamesOfWork);
  if (std::find(assumptions_.begin(), assumptions_.end(), text) == assumptions_.end())
    assumptions_.push_back(std::move(text));
}

/// What the fragment does with each name, before any of them means anything.
void Sema::surveyFragment() {
  syntax::Walk walk;
  const auto usedAsPointer = [&](const syntax::Expr* expr) {
    uint32_t subscripts = 0;
    if (const syntax::Name* name = baseName(expr, &subscripts); name && subscripts == 0)
      fragmentUses_[name->last().identifier].isPointer = true;
  };
  walk.onVariable = [&](const syntax::VarDecl& variable) { // float* p = a;
    const bool isPointer = variable.type && variable.type->form == syntax::TypeForm::Pointer;
    if (isPointer && !variable.init.empty()) usedAsPointer(variable.init[0]);
  };
  walk.onExpr = [&](const syntax::Expr& expr) {
    uint32_t subscripts = 0;
    switch (expr.kind) {
    case syntax::ExprKind::Subscript: {
      const auto& subscript = syntax::as<syntax::SubscriptExpr>(expr);
      if (const syntax::Name* name = baseName(&expr, &subscripts)) {
        NameUse& use = fragmentUses_[name->last().identifier];
        use.subscripts = std::max(use.subscripts, subscripts);
      }
      syntax::Walk inner;
      inner.onName = [&](const syntax::Name& name) { fragmentUses_[name.last().identifier].inIndex = true; };
      inner.expr(subscript.index);
      break;
    }
    case syntax::ExprKind::Assign:
      if (const syntax::Name* name = baseName(syntax::as<syntax::AssignExpr>(expr).left, &subscripts);
          name && subscripts == 0)
        fragmentUses_[name->last().identifier].assigned = true;
      break;
    case syntax::ExprKind::Unary: {
      const auto& unary = syntax::as<syntax::UnaryExpr>(expr);
      const syntax::Expr* operand = unary.operand;
      if (unary.op >= UnaryOp::PreIncrement) {
        if (const syntax::Name* name = baseName(operand, &subscripts); name && subscripts == 0)
          fragmentUses_[name->last().identifier].assigned = true;
      } else if (unary.op == UnaryOp::Deref) {
        // *a and *(a + i)
        if (operand && operand->kind == syntax::ExprKind::Binary)
          operand = syntax::as<syntax::BinaryExpr>(*operand).left;
        usedAsPointer(operand);
      }
      break;
    }
    case syntax::ExprKind::Cast: { // (float4*)a and reinterpret_cast<float4*>(a)
      const auto& cast = syntax::as<syntax::CastExpr>(expr);
      if (cast.type && cast.type->form == syntax::TypeForm::Pointer) usedAsPointer(cast.operand);
      break;
    }
    case syntax::ExprKind::Call: { // atomicAdd(&a[i], 1) and atomicAdd(a, 1)
      const auto& call = syntax::as<syntax::CallExpr>(expr);
      const syntax::Name* callee = baseName(call.callee, &subscripts);
      if (!callee || call.arguments.size() < 2 || callee->last().identifier.substr(0, 6) != "atomic") break;
      const syntax::Expr* target = call.arguments[0];
      usedAsPointer(target);
      if (target->kind == syntax::ExprKind::Unary) target = syntax::as<syntax::UnaryExpr>(*target).operand;
      if (const syntax::Name* name = baseName(target, &subscripts);
          name && call.arguments[1]->kind == syntax::ExprKind::Integer)
        fragmentUses_[name->last().identifier].counts = true;
      break;
    }
    case syntax::ExprKind::Member: {
      const auto& member = syntax::as<syntax::MemberExpr>(expr);
      if (const syntax::Name* name = baseName(member.base, &subscripts);
          name && subscripts == 0 && member.name) {
        const bool isThread = name->last().identifier == "threadIdx";
        usesY_ |= isThread && member.name->last().identifier == "y";
        usesZ_ |= isThread && member.name->last().identifier == "z";
      }
      break;
    }
    default: break;
    }
  };
  walk.onName = [&](const syntax::Name& name) {
    usesY_ |= name.isPlain() && name.last().identifier == "ty";
    usesZ_ |= name.isPlain() && name.last().identifier == "tz";
  };
  walk.stmt(unit_.fragment);
}

/// tid, lane, tx, …: null where the name is not one of them.
const Expr* Sema::wellKnownName(std::string_view name, SourceRange range) {
  const auto use = fragmentUses_.find(name);
  if (use != fragmentUses_.end() && (use->second.assigned || use->second.subscripts || use->second.isPointer))
    return nullptr;
  const Type* plain = type(TypeKind::Int);
  const auto get = [&](Intrinsic what) {
    return cast(intrinsicCall(what, type(TypeKind::UInt), {}, range), plain, range);
  };
  const auto plus = [&](const Expr* a, const Expr* b) {
    return binaryNode(BinaryOp::Add, plain, a, b, range);
  };
  const auto times = [&](const Expr* a, const Expr* b) {
    return binaryNode(BinaryOp::Multiply, plain, a, b, range);
  };
  const auto says = [&](std::string_view meaning) { assume(say(name, " is ", meaning)); };
  const bool isFlat = !usesY_ && !usesZ_;
  const auto linear = [&]() -> const Expr* {
    if (isFlat) return get(Intrinsic::ThreadIdxX);
    const Expr* rows = usesZ_ ? plus(times(get(Intrinsic::ThreadIdxZ), get(Intrinsic::BlockDimY)),
                                     get(Intrinsic::ThreadIdxY))
                              : get(Intrinsic::ThreadIdxY);
    return plus(times(rows, get(Intrinsic::BlockDimX)), get(Intrinsic::ThreadIdxX));
  };
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (is({"tid", "thread_id", "threadId", "t"})) {
    says(isFlat   ? "threadIdx.x"
         : usesZ_ ? "(threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x"
                  : "threadIdx.y * blockDim.x + threadIdx.x");
    return linear();
  }
  const std::string_view flat = isFlat ? "threadIdx.x" : "the thread's number in its block";
  if (is({"lane", "lane_id", "laneId", "laneid", "lid"})) {
    says(say(flat, " % warpSize"));
    return get(Intrinsic::LaneId);
  }
  if (is({"warp", "warp_id", "warpId", "warpid", "wid"})) {
    says(say(flat, " / warpSize"));
    return binaryNode(BinaryOp::Divide, plain, linear(), intrinsicCall(Intrinsic::WarpSize, plain, {}, range),
                      range);
  }
  if (is({"idx", "gid", "i"})) {
    says("blockIdx.x * blockDim.x + threadIdx.x");
    return plus(times(get(Intrinsic::BlockIdxX), get(Intrinsic::BlockDimX)), get(Intrinsic::ThreadIdxX));
  }
  struct Short {
    std::string_view name, meaning;
    Intrinsic what;
  };
  constexpr Short kShort[] = {
      {"tx", "threadIdx.x", Intrinsic::ThreadIdxX}, {"ty", "threadIdx.y", Intrinsic::ThreadIdxY},
      {"tz", "threadIdx.z", Intrinsic::ThreadIdxZ}, {"bx", "blockIdx.x", Intrinsic::BlockIdxX},
      {"by", "blockIdx.y", Intrinsic::BlockIdxY},   {"bz", "blockIdx.z", Intrinsic::BlockIdxZ}};
  for (const Short& one : kShort)
    if (one.name == name) {
      says(one.meaning);
      return get(one.what);
    }
  return nullptr;
}

/// What an undeclared name becomes: an array, a local variable, or a knob.
Symbol* Sema::implicitName(std::string_view name, SourceRange range) {
  if (const auto known = implicit_.find(name); known != implicit_.end()) return known->second;
  const NameUse use = fragmentUses_[name];
  Symbol* symbol = nullptr;
  if (use.subscripts || use.isPointer) {
    symbol = newSymbol(SymbolKind::Variable, name, range);
    constexpr uint32_t kMostArrays = 64; // each of which is looked after as if it were the only one
    if (sharedCount_ >= kMostArrays) {
      error(range, "more than 64 arrays are not declared; declare them, `__shared__ float a[1024];`, say");
      symbol->type = type(TypeKind::Error);
      return implicit_[name] = symbol;
    }
    const Type* element = type(use.inIndex || use.counts ? TypeKind::Int : TypeKind::Float);
    const std::string written = toString(element);
    std::string shape;
    for (uint32_t i = 1; i < use.subscripts; ++i) {
      element = types_.arrayOf(element, 32);
      shape += "[32]";
    }
    symbol->type = types_.arrayOf(element, Type::kUnbounded);
    Variable* variable = newVariable(name, symbol->type, Storage::Shared, range);
    variable->implicit = true;
    variable->filled = true;
    symbol->variable = variable;
    LayoutKey key;
    key.function = fragment_;
    key.order = sharedCount_++;
    sharedKeys_[variable] = key;
    assume(say(name, " is __shared__ ", written, " ", name, "[]", shape,
               ", as long as needed and already filled"));
  } else if (use.assigned) {
    symbol = newSymbol(SymbolKind::Variable, name, range);
    symbol->type = type(use.inIndex ? TypeKind::Int : TypeKind::Float);
    symbol->variable = newVariable(name, symbol->type, Storage::Local, range);
    symbol->function = function_;
    assume(say(name, " is a local variable of type ", toString(symbol->type)));
  } else {
    const KnobRule* rule = &kOther;
    for (const KnobRule& one : kKnobRules)
      if (one.name == name) rule = &one;
    Knob knob;
    knob.name = name;
    knob.value = rule->value;
    knob.min = rule->min;
    knob.max = rule->max;
    symbol = knobSymbol(knob, type(TypeKind::Int), range);
  }
  implicit_[name] = symbol;
  return symbol;
}

/// A knob as a constant; one of that name that is there already is used again.
Symbol* Sema::knobSymbol(Knob knob, const Type* type, SourceRange range) {
  const Knob& made = addKnob(std::move(knob));
  Symbol* symbol = newSymbol(SymbolKind::Value, program_.arena->copy(std::string_view(made.name)), range);
  symbol->type = type;
  symbol->constant =
      made.isFloat ? makeReal(type, made.real) : makeInteger(type, static_cast<uint64_t>(made.value));
  if (type->isFloating() && !made.isFloat) symbol->constant = makeReal(type, static_cast<double>(made.value));
  return symbol;
}

const Knob& Sema::addKnob(Knob knob) {
  program_.work += static_cast<uint32_t>(program_.knobs.size() / kNamesOfWork);
  for (const Knob& known : program_.knobs)
    if (known.name == knob.name) return known;
  // A setting from outside wins, and widens the range where it lies outside of it.
  if (const auto set = options_.settings.find(knob.name); set != options_.settings.end()) {
    const std::string& text = set->second;
    if (knob.isFloat) {
      knob.real = std::strtod(text.c_str(), nullptr);
    } else {
      int64_t value = 0;
      const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (problem == std::errc{} && end == text.data() + text.size())
        knob.value = value;
      else
        warning({}, say("the setting ", quote(knob.name + "=" + text),
                        " is not an integer and is left out; give a whole number"));
    }
    knob.min = std::min(knob.min, knob.value);
    knob.max = std::max(knob.max, knob.value);
  }
  program_.knobs.push_back(std::move(knob));
  return program_.knobs.back();
}

void Sema::analyseFragment() {
  surveyFragment();
  // The launch line's block says how threads are numbered.
  for (const syntax::LaunchLine& line : unit_.launches) {
    if (!line.launch || line.launch->configuration.size() < 2) continue;
    Restore sink(sink_, &unheard_);
    Dim3 blockSize;
    if (dimensions(line.launch->configuration[1], "block", blockSize)) {
      usesY_ |= blockSize.y > 1;
      usesZ_ |= blockSize.z > 1;
    }
  }
  FunctionEntity& entity = entities_.emplace_back();
  fragment_ = &entity;
  entity.name = "fragment";
  entity.signatureState = BodyState::Done;
  entity.result = type(TypeKind::Void);
  entity.bodyState = BodyState::Done;
  Function& function = *program_.functions.emplace_back(std::make_unique<Function>());
  entity.function = &function;
  entityOf_[&function] = &entity;
  function.name = "fragment";
  function.range = unit_.fragment->range;
  function.result = entity.result;
  FunctionContext& context = contexts_.emplace_back();
  context.entity = &entity;
  context.function = &function;
  context.result = entity.result;
  context.isFragment = true;
  Restore current(function_, &context);
  Restore inside(scope_, newScope(ScopeKind::Function, global_));
  const size_t errorsBefore = sink_->errorCount();
  Stmts body;
  for (syntax::Stmt* stmt : unit_.fragment->body) statement(stmt, body);
  function.body = block(body, unit_.fragment->range);
  compileQueued();
  entity.hasErrors = sink_->errorCount() != errorsBefore;
  fillUnwritten();
}

/// Shared arrays that the fragment declares and only reads count as filled: somebody did it before.
void Sema::fillUnwritten() {
  std::set<const Variable*> written;
  const auto root = [](const Expr* expr) -> const Variable* {
    for (int depth = 0; expr && depth < 256; ++depth) {
      switch (expr->kind) {
      case ExprKind::Variable: return as<VariableExpr>(*expr).variable;
      case ExprKind::Index: expr = as<IndexExpr>(*expr).base; break;
      case ExprKind::Field: expr = as<FieldExpr>(*expr).base; break;
      case ExprKind::Deref: expr = as<DerefExpr>(*expr).pointer; break;
      case ExprKind::PointerAdd: expr = as<PointerAddExpr>(*expr).pointer; break;
      case ExprKind::AddressOf: expr = as<AddressOfExpr>(*expr).place; break;
      case ExprKind::Convert: expr = as<ConvertExpr>(*expr).operand; break;
      default: return nullptr;
      }
    }
    return nullptr;
  };
  auto note = [&](const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::Assign:
      written.insert(root(as<AssignExpr>(expr).place));
      // A pointer that is kept may be written through.
      if (as<AssignExpr>(expr).value->type->isPointer()) written.insert(root(as<AssignExpr>(expr).value));
      break;
    case ExprKind::CompoundAssign: written.insert(root(as<CompoundAssignExpr>(expr).place)); break;
    case ExprKind::Increment: written.insert(root(as<IncrementExpr>(expr).place)); break;
    case ExprKind::Call:
      for (const Expr* argument : as<CallExpr>(expr).arguments)
        if (argument->type->isPointer() && !argument->type->element->isConst())
          written.insert(root(argument));
      break;
    case ExprKind::Intrinsic:
      for (const Expr* argument : as<IntrinsicExpr>(expr).arguments)
        if (argument->type->isPointer()) written.insert(root(argument));
      break;
    default: break;
    }
  };
  forEachNode(*fragment_->function->body, note);
  noteKeptPointers(*fragment_->function->body, written, root);
  for (Variable* variable : fragmentShared_) {
    if (written.count(variable)) continue;
    variable->filled = true;
    assume(say(variable->name, " is filled before the fragment begins"));
  }
}

void Sema::noteKeptPointers(const Stmt& stmt, std::set<const Variable*>& written,
                            const std::function<const Variable*(const Expr*)>& root) {
  switch (stmt.kind) {
  case StmtKind::Declare:
    if (const Expr* init = as<DeclareStmt>(stmt).init;
        init && init->type->isPointer() && !init->type->element->isConst())
      written.insert(root(init));
    return;
  case StmtKind::Block:
    for (const Stmt* inner : as<BlockStmt>(stmt).body) noteKeptPointers(*inner, written, root);
    return;
  case StmtKind::If: {
    const Stmt* link = &stmt;
    for (; link && link->kind == StmtKind::If; link = as<IfStmt>(*link).no)
      noteKeptPointers(*as<IfStmt>(*link).yes, written, root);
    if (link) noteKeptPointers(*link, written, root);
    return;
  }
  case StmtKind::Loop: return noteKeptPointers(*as<LoopStmt>(stmt).body, written, root);
  case StmtKind::Switch:
    for (const Stmt* inner : as<SwitchStmt>(stmt).body) noteKeptPointers(*inner, written, root);
    return;
  default: return;
  }
}

} // namespace banklab::lang::sema
