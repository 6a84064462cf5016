// Statements. Each construct owns a few mask slots; lanes that leave it wait there until its end, where they
// join again. `join_` is where control goes when no lane is left: the nearest place where some may come back.

#include "lang/message.hpp"
#include "simt/lowering.hpp"

namespace banklab::simt {

using namespace lang;

FunctionLowering::FunctionLowering(Lowering& module, const Function& function, uint32_t index)
    : module_(module), code_(module.code), function_(function), index_(index), lanes_(module.lanes),
      use_(scanVariables(function)) {}

void FunctionLowering::run() {
  const auto entry = static_cast<uint32_t>(code_.instructions.size());
  code_.functions[index_].function = &function_;
  code_.functions[index_].entry = entry;
  range_ = function_.range;
  const Label end = newLabel();
  join_ = end;
  declareVariables();
  prologue();
  statement(*function_.body);
  range_ = SourceRange{function_.range.end, function_.range.end};
  bind(end);
  emit(Opcode::Return);
  patch();
  FunctionCode& function = code_.functions[index_];
  function.end = static_cast<uint32_t>(code_.instructions.size());
  function.frameElements = planesMax_ * lanes_;
  function.maskSlots = slotsMax_;
}

/// The result first, then parameters as they arrive, then variables: a caller knows where arguments go.
void FunctionLowering::declareVariables() {
  const Kind result = kindOf(function_.result);
  if (result != Kind::None)
    resultPlanes_ = result == Kind::Object ? planesOf(function_.result->size()) : isWide(result) ? 2 : 1;
  temporaryPlanes(resultPlanes_);
  const size_t parameters = function_.parameters.size();
  for (const Variable* parameter : function_.parameters) {
    const Kind kind = kindOf(parameter->type);
    const Operand operand =
        kind == Kind::Object ? temporaryPlanes(planesOf(parameter->type->size())) : temporary(kind);
    storage_[parameter] = {
        kind == Kind::Object || memoryTypeOf(scalarType(parameter->type)) == MemoryType::B32, operand};
  }
  for (size_t i = 0; i < function_.variables.size(); ++i) {
    const Variable* variable = function_.variables[i];
    if (variable->storage != Storage::Local && variable->storage != Storage::Parameter) continue;
    const Kind kind = kindOf(variable->type);
    const bool isParameter = i < parameters;
    if (kind == Kind::Object) {
      if (!isParameter) storage_[variable] = {true, temporaryPlanes(planesOf(variable->type->size()))};
      continue;
    }
    if (memoryTypeOf(scalarType(variable->type)) == MemoryType::B32) {
      if (!isParameter) storage_[variable] = {true, temporaryPlanes(1)};
      continue;
    }
    const bool inMemory = use_.addressTaken.contains(variable);
    if (!isParameter) {
      storage_[variable] = {inMemory,
                            inMemory ? temporaryPlanes(planesOf(variable->type->size())) : temporary(kind)};
    } else if (inMemory) {
      arrival_[variable] = storage_[variable].operand;
      storage_[variable] = {true, temporaryPlanes(planesOf(variable->type->size()))};
    }
  }
}

void FunctionLowering::prologue() {
  if (index_ == 0) { // the kernel: its arguments are constants
    for (size_t i = 0; i < function_.parameters.size() && i < module_.launch.arguments.size(); ++i) {
      const Variable* parameter = function_.parameters[i];
      const Argument& argument = module_.launch.arguments[i];
      uint64_t bits = 0;
      if (argument.isBuffer) {
        bits = makePointer(kFirstBufferWindow + argument.buffer, static_cast<int64_t>(argument.offset));
      } else {
        for (size_t b = 0; b < argument.value.size() && b < 8; ++b)
          bits |= static_cast<uint64_t>(argument.value[b]) << (8 * b);
      }
      const Kind kind = kindOf(parameter->type);
      if (kind == Kind::Object) {
        std::vector<std::byte> bytes = argument.value;
        for (const Argument::Pointer& pointer : argument.pointers) {
          const uint64_t address = makePointer(kFirstBufferWindow + pointer.buffer, 0);
          for (size_t b = 0; b < 8; ++b) bytes[pointer.at + b] = static_cast<std::byte>(address >> (8 * b));
        }
        for (size_t word = 0; word * 4 < bytes.size(); ++word) {
          uint32_t w = 0;
          for (size_t b = 0; b < 4 && word * 4 + b < bytes.size(); ++b)
            w |= static_cast<uint32_t>(bytes[word * 4 + b]) << (8 * b);
          emit(Opcode::Move32, storage_[parameter].operand + static_cast<uint32_t>(word) * lanes_,
               module_.constant32(w));
        }
        continue;
      }
      const Type* type = scalarType(parameter->type);
      const Operand arrives =
          arrival_.contains(parameter) ? arrival_[parameter] : storage_[parameter].operand;
      if (isWide(kind)) {
        const Operand constant = module_.constant64(bits);
        if (!arrival_.contains(parameter) && !use_.written.contains(parameter))
          storage_[parameter].operand = constant;
        else
          emit(Opcode::Move64, arrives, constant);
        continue;
      }
      Operand constant = 0;
      switch (memoryTypeOf(type)) {
      case MemoryType::Half:
      case MemoryType::BFloat16: {
        const Operand raw = module_.constant32(static_cast<uint32_t>(bits & 0xffff));
        emit(type->is(TypeKind::Half) ? Opcode::HalfFromBits : Opcode::BFloat16FromBits, arrives, raw);
        continue;
      }
      case MemoryType::S8:
        constant = module_.constant32(static_cast<uint32_t>(static_cast<int8_t>(bits)));
        break;
      case MemoryType::U8: constant = module_.constant32(static_cast<uint8_t>(bits)); break;
      case MemoryType::S16:
        constant = module_.constant32(static_cast<uint32_t>(static_cast<int16_t>(bits)));
        break;
      case MemoryType::U16: constant = module_.constant32(static_cast<uint16_t>(bits)); break;
      default: constant = module_.constant32(static_cast<uint32_t>(bits)); break;
      }
      // What never changes and has no address needs no register of its own.
      if (!use_.written.contains(parameter) && !use_.addressTaken.contains(parameter))
        storage_[parameter] = {false, constant};
      else
        emit(Opcode::Move32, arrives, constant);
    }
  }
  for (const Variable* parameter : function_.parameters) {
    const auto at = arrival_.find(parameter);
    if (at == arrival_.end()) continue;
    store(variablePlace(*parameter), parameter->type, at->second, parameter->range);
  }
}

void FunctionLowering::statement(const Stmt& stmt) {
  const Depth depth(*this);
  if (depth.isTooGreat(stmt.range)) return;
  const uint32_t planes = planes_;
  range_ = stmt.range;
  switch (stmt.kind) {
  case StmtKind::Expr: effect(*as<ExprStmt>(stmt).expr); break;
  case StmtKind::Declare: declare(as<DeclareStmt>(stmt)); break;
  case StmtKind::Block:
    for (const Stmt* child : as<BlockStmt>(stmt).body) statement(*child);
    break;
  case StmtKind::If: ifStatement(as<IfStmt>(stmt)); break;
  case StmtKind::Loop: loop(as<LoopStmt>(stmt)); break;
  case StmtKind::Switch: switchStatement(as<SwitchStmt>(stmt)); break;
  case StmtKind::Break: leave(breakSlot_, join_); break;
  case StmtKind::Continue: leave(continueSlot_, join_); break;
  case StmtKind::Return: returnStatement(as<ReturnStmt>(stmt)); break;
  }
  planes_ = planes;
}

void FunctionLowering::declare(const DeclareStmt& stmt) {
  const Variable& variable = *stmt.variable;
  if (!stmt.init || !storage_.contains(&variable)) return;
  const Place place = variablePlace(variable);
  if (kindOf(variable.type) == Kind::Object) {
    objectInto(*stmt.init, place, variable.range);
  } else if (isDirect(place, variable.type)) {
    value(*stmt.init, {storage_[&variable].operand, true});
  } else {
    store(place, variable.type, value(*stmt.init), variable.range);
  }
}

FunctionLowering::Branch FunctionLowering::beginBranch(Operand cond, const Expr& on, BranchKind kind) {
  const Branch open{maskSlots(1), join_, newLabel(), newLabel(), range_};
  emit(Opcode::IfSplit, 0, cond, open.slot, module_.branch(on.range, kind), open.otherwise);
  guards_.push_back({open.slot, on.range});
  join_ = open.otherwise;
  return open;
}

void FunctionLowering::elseBranch(const Branch& open) {
  bind(open.otherwise);
  range_ = open.range;
  emit(Opcode::IfElse, 0, 0, open.slot, 0, open.end);
  join_ = open.end;
}

void FunctionLowering::endBranch(const Branch& open) {
  bind(open.end);
  guards_.pop_back();
  join_ = open.outer;
  range_ = open.range;
  emit(Opcode::IfEnd, 0, 0, open.slot, 0, open.outer);
  slots_ = open.slot;
}

/// An `if` without `else`.
void FunctionLowering::onlyBranch(const IfStmt& stmt, Operand cond) {
  const uint32_t slot = maskSlots(1);
  const Label outer = join_, end = newLabel();
  emit(Opcode::IfSplit, 0, cond, slot, module_.branch(stmt.condition->range, BranchKind::If), end);
  guards_.push_back({slot, stmt.condition->range});
  join_ = end;
  statement(*stmt.yes);
  guards_.pop_back();
  bind(end);
  join_ = outer;
  range_ = stmt.range;
  emit(Opcode::IfEnd, 0, 0, slot, 0, outer);
  slots_ = slot;
}

/// With the chain of `else if` behind it: each is a branch in the `else` of the one before.
void FunctionLowering::ifStatement(const IfStmt& first) {
  std::vector<Branch> open;
  const Stmt* next = &first;
  for (; next && next->kind == StmtKind::If; next = as<IfStmt>(*next).no) {
    const auto& stmt = as<IfStmt>(*next);
    range_ = stmt.range;
    const Operand cond = condition(*stmt.condition);
    if (!stmt.no) {
      onlyBranch(stmt, cond);
      continue; // to the end
    }
    open.push_back(beginBranch(cond, *stmt.condition, BranchKind::If));
    statement(*stmt.yes);
    elseBranch(open.back());
  }
  if (next) statement(*next);
  for (size_t i = open.size(); i-- > 0;) endBranch(open[i]);
}

void FunctionLowering::loop(const LoopStmt& stmt) {
  const uint32_t slot = maskSlots(3); // left by break or condition, left by continue, steps at entry
  const Label outer = join_, top = newLabel(), again = newLabel(), end = newLabel();
  const uint32_t outerBreak = breakSlot_, outerContinue = continueSlot_;
  breakSlot_ = slot;
  continueSlot_ = slot + 1;
  guards_.push_back({slot, stmt.condition ? stmt.condition->range : stmt.range});
  guards_.push_back({slot + 1, stmt.range});
  const auto begin = static_cast<uint32_t>(code_.instructions.size());
  const uint32_t planes = planes_;
  const uint8_t unrolled = module_.known.unrolls(stmt) ? kUnrolled : 0;
  const uint32_t counted = stmt.condition ? module_.branch(stmt.condition->range, BranchKind::Loop) : 0;
  emit(Opcode::LoopBegin, 0, 0, slot);
  join_ = end;
  if (stmt.condition && stmt.testFirst)
    emit(Opcode::LoopTest, 0, condition(*stmt.condition), slot, counted, end).flags = unrolled;
  planes_ = planes;
  bind(top);
  join_ = again;
  const uint32_t leaves = leaves_;
  statement(*stmt.body);
  bind(again);
  range_ = stmt.range;
  join_ = end;
  if (leaves_ != leaves || !stmt.condition) emit(Opcode::LoopContinue, 0, 0, slot, 0, end);
  if (stmt.step) {
    range_ = stmt.step->range;
    effect(*stmt.step);
    planes_ = planes;
  }
  range_ = stmt.condition ? stmt.condition->range : stmt.range;
  if (stmt.condition)
    emit(Opcode::LoopRepeat, 0, condition(*stmt.condition), slot, counted, top).flags = unrolled;
  else
    emit(Opcode::Jump, 0, 0, 0, 0, top);
  bind(end);
  range_ = stmt.range;
  join_ = outer;
  emit(Opcode::IfEnd, 0, 0, slot, 0, outer).flags = unrolled;
  code_.functions[index_].loops.push_back(
      {begin, static_cast<uint32_t>(code_.instructions.size()), slot + 2, module_.visible(stmt.range)});
  guards_.pop_back();
  guards_.pop_back();
  breakSlot_ = outerBreak;
  continueSlot_ = outerContinue;
  slots_ = slot;
  planes_ = planes;
}

/// One slot for each place where labels stand: the lanes that enter there wait in it.
void FunctionLowering::switchStatement(const SwitchStmt& stmt) {
  const Type* type = scalarType(stmt.condition->type);
  const Operand selector = value(*stmt.condition);
  SwitchCode table;
  table.wide = isWide(kindOf(type));
  std::map<uint32_t, uint32_t> places; // position in the body → slot
  for (const SwitchLabel& label : stmt.labels) places.emplace(label.at, 0);
  for (auto& [at, slot] : places) slot = table.slots++;
  table.defaultSlot = table.slots;
  for (const SwitchLabel& label : stmt.labels) {
    if (label.isDefault)
      table.defaultSlot = places[label.at];
    else
      table.labels.push_back({label.first, label.last, places[label.at]});
  }
  const uint32_t slot = maskSlots(table.slots + 1);
  const uint32_t breakSlot = slot + table.slots;
  table.breakSlot = breakSlot;
  table.branch = module_.branch(stmt.condition->range, BranchKind::Switch);
  const auto tableIndex = static_cast<uint32_t>(code_.switches.size());
  code_.switches.push_back(std::move(table));

  const Label outer = join_, end = newLabel();
  const uint32_t outerBreak = breakSlot_;
  breakSlot_ = breakSlot;
  for (uint32_t s = slot; s <= breakSlot; ++s) guards_.push_back({s, stmt.condition->range});
  emit(Opcode::SwitchBegin, isSigned(type) ? 1 : 0, selector, slot, tableIndex);
  for (auto at = places.begin(); at != places.end(); ++at) {
    const auto next = std::next(at);
    const Label nextLabel = newLabel();
    emit(Opcode::IfEnd, 0, 0, slot + at->second, 0, nextLabel);
    join_ = nextLabel;
    const size_t last = next == places.end() ? stmt.body.size() : next->first;
    for (size_t i = at->first; i < last && i < stmt.body.size(); ++i) statement(*stmt.body[i]);
    bind(nextLabel);
    range_ = stmt.range;
  }
  bind(end);
  join_ = outer;
  emit(Opcode::IfEnd, 0, 0, breakSlot, 0, outer);
  for (uint32_t s = slot; s <= breakSlot; ++s) guards_.pop_back();
  breakSlot_ = outerBreak;
  slots_ = slot;
}

void FunctionLowering::leave(uint32_t slot, Label to) {
  ++leaves_;
  emit(Opcode::Leave, 0, 0, slot, 0, to);
}

void FunctionLowering::returnStatement(const ReturnStmt& stmt) {
  if (stmt.value) {
    const Operand result = makeOperand(Base::Frame, 0);
    switch (kindOf(function_.result)) {
    case Kind::None: effect(*stmt.value); break;
    case Kind::Object: {
      const Place from = object(*stmt.value);
      emit(Opcode::CopyPlanes, result, frameOperand(from.offset), 0, 0, resultPlanes_);
      break;
    }
    default: value(*stmt.value, {result, true});
    }
  }
  leave(0, join_);
}

} // namespace banklab::simt
