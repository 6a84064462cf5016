// Loads, stores, atomics, asynchronous copies, and addresses. A shared address is a number that counts from
// the start of the block's shared memory; a generic or global one is a pointer. Cache hints change nothing
// here.

#include "lang/ptx/lower.hpp"

#include "lang/message.hpp"

namespace banklab::lang::sema {

using ptx::OperandKind;

bool PtxLowering::isShared(const Statement& statement) const {
  return has(statement, "shared") || has(statement, "shared::cta");
}

/// The state space that the name says; null where it is one that is not modelled, which is reported.
std::optional<PtxLowering::Space> PtxLowering::space(const Statement& statement) {
  if (isShared(statement)) return Space::Shared;
  if (has(statement, "global") || has(statement, "const")) return Space::Global;
  for (const std::string_view other : {"local", "param", "shared::cluster", "param::entry", "param::func"}) {
    if (!has(statement, other)) continue;
    fail(other == "shared::cluster"
             ? say(quote(statement.text),
                   " reaches another block's shared memory, which is not modelled; reach the block's own")
             : say("`.", other, "` of ", quote(statement.text), " is not modelled; use a variable of C++"));
    return std::nullopt;
  }
  return Space::Generic;
}

/// [a + 16], as a pointer to `pointee`.
PtxLowering::Node PtxLowering::address(const Operand& operand, Space space, const Type* pointee) {
  const Type* pointer = sema_.types_.pointerTo(pointee);
  if (operand.kind != OperandKind::Address) {
    fail("an address of the assembly must stand in brackets, `[%0]`");
    return sema_.cast(number(TypeKind::ULong, 0), pointer, range_);
  }
  const TypeKind kind = space == Space::Shared ? TypeKind::UInt : TypeKind::ULong;
  Node sum = nullptr;
  for (const Operand& term : operand.elements) {
    Node value = content(term);
    if (!isBroken_ && !value->type->isInteger())
      fail("an address of the assembly must be an integer register; pass it as \"r\" or \"l\"");
    if (isBroken_) break;
    if (space != Space::Shared && value->type->size() < 8 && value->kind != ExprKind::Constant)
      fail(say("an address of global memory has 64 bits, and this register has ",
               std::to_string(value->type->size() * 8), "; pass the pointer as \"l\""));
    value = cast(value, kind);
    sum = sum ? op(BinaryOp::Add, sum, value) : value;
  }
  if (operand.bits != 0 || !sum) {
    const Node offset = number(kind, operand.bits);
    sum = sum ? op(BinaryOp::Add, sum, offset) : offset;
  }
  if (space != Space::Shared) return sema_.cast(sum, pointer, range_);
  return sema_.intrinsicCall(Intrinsic::SharedPointer, pointer, {sum}, range_);
}

bool PtxLowering::allowMemory(const Statement& statement, std::string_view words) {
  Statement rest = statement;
  std::erase_if(rest.parts, [](std::string_view part) {
    return part.substr(0, 4) == "L1::" || part.substr(0, 4) == "L2::" || part == "level::eviction_priority";
  });
  return allow(
      rest, say("shared shared::cta shared::cluster global const local param param::entry param::func weak "
                "volatile relaxed acquire release acq_rel sc mmio cta cluster gpu sys unified ",
                words));
}

uint32_t PtxLowering::vectorLength(const Statement& statement) {
  return has(statement, "v2") ? 2 : has(statement, "v4") ? 4 : 1;
}

/// CUDA's vector type of that many unsigned numbers, for the sake of its alignment; null where there is none.
const Type* PtxLowering::vectorOf(TypeKind kind, uint32_t count) {
  const uint64_t size = type(kind)->size();
  if (size * count > 16) return nullptr;
  const std::string name = say(size == 1   ? "uchar"
                               : size == 2 ? "ushort"
                               : size == 4 ? "uint"
                                           : "ulonglong",
                               std::to_string(count));
  const VectorType* vector = findVectorType(name);
  return vector ? sema_.vectorType(*vector) : nullptr;
}

/// The 128 bits that a register declared with `.reg .b128` holds; null, and reported, where it is none.
const Variable* PtxLowering::wideRegister(const Operand& operand) {
  const Register* found = find(operand);
  if (found && found->variable && found->variable->type == vectorOf(TypeKind::ULong, 2))
    return found->variable;
  fail("`.b128` needs a register that is declared with `.reg .b128`");
  return nullptr;
}

/// The vector that goes into, or comes from, so many registers in braces; null, and reported, where they are
/// not as many or there is no such vector.
const Type* PtxLowering::vectorFor(const Statement& statement, const Operand& registers, TypeKind kind,
                                   uint32_t count) {
  const Type* vector = vectorOf(kind, count);
  if (vector && registers.kind == OperandKind::Vector && registers.elements.size() == count) return vector;
  fail(say(quote(statement.text), " needs ", std::to_string(count),
           " registers in braces and 16 bytes at most"));
  return nullptr;
}

/// ld.shared.v4.u32 {a, b, c, d}, [address];
void PtxLowering::ld(const Statement& statement) {
  if (!allowMemory(statement, "ca cg cs lu cv nc v2 v4 b128")) return;
  const auto from = space(statement);
  if (!from || !takes(statement, 2, 3)) return;
  const Operand& to = statement.operands[0];
  if (statement.parts.back() == "b128") {
    const Variable* wide = wideRegister(to);
    if (!wide) return;
    const Node source = sema_.deref(address(statement.operands[1], *from, wide->type), range_);
    if (!isBroken_) emit(sema_.assignTo(sema_.reference(wide, range_), sema_.valueOf(source), range_));
    return;
  }
  const TypeKind kind = lastType(statement).kind;
  const uint32_t count = vectorLength(statement);
  if (isBroken_) return;
  if (count == 1) {
    const Node source = sema_.deref(address(statement.operands[1], *from, type(kind)), range_);
    if (!isBroken_) write(to, sema_.valueOf(source));
    return;
  }
  const Type* vector = vectorFor(statement, to, kind, count);
  if (!vector) return;
  const Node source = sema_.deref(address(statement.operands[1], *from, vector), range_);
  if (isBroken_) return;
  const Variable* read = sema_.newVariable({}, vector, Storage::Local, range_);
  const Node whole = sema_.reference(read, range_);
  emit(sema_.assignTo(whole, sema_.valueOf(source), range_));
  for (uint32_t i = 0; i < count; ++i) {
    const Node one = sema_.valueOf(sema_.fieldOf(whole, vector->record->fields[i], range_));
    write(to.elements[i], fit(one, kind));
  }
}

/// st.shared.v4.f32 [address], {a, b, c, d};
void PtxLowering::st(const Statement& statement) {
  if (!allowMemory(statement, "wb cg cs wt v2 v4 b128")) return;
  const auto to = space(statement);
  if (!to || !takes(statement, 2, 3)) return;
  const Operand& from = statement.operands[1];
  if (statement.parts.back() == "b128") {
    const Variable* wide = wideRegister(from);
    if (!wide) return;
    const Node target = sema_.deref(address(statement.operands[0], *to, wide->type), range_);
    if (!isBroken_) emit(sema_.assignTo(target, load(wide), range_));
    return;
  }
  const TypeKind kind = lastType(statement).kind;
  const uint32_t count = vectorLength(statement);
  if (isBroken_) return;
  if (count == 1) {
    const Node value = read(from, kind);
    const Node target = sema_.deref(address(statement.operands[0], *to, type(kind)), range_);
    if (!isBroken_) emit(sema_.assignTo(target, value, range_));
    return;
  }
  const Type* vector = vectorFor(statement, from, kind, count);
  if (!vector) return;
  std::vector<AggregatePart> parts;
  for (uint32_t i = 0; i < count; ++i) {
    const Field& field = vector->record->fields[i];
    Node value = read(from.elements[i], kind);
    if (isBroken_) return;
    value = value->type->isFloating() ? bits(value, field.type->kind) : sema_.cast(value, field.type, range_);
    parts.push_back({field.offset, value});
  }
  const Node target = sema_.deref(address(statement.operands[0], *to, vector), range_);
  if (!isBroken_) emit(sema_.assignTo(target, sema_.aggregate(vector, parts, range_), range_));
}

/// atom.shared.add.u32 d, [address], b; red.shared.add.u32 [address], b.
void PtxLowering::atom(const Statement& statement) {
  struct Row {
    std::string_view name;
    Intrinsic intrinsic;
  };
  static constexpr Row kOperations[] = {
      {"add", Intrinsic::AtomicAdd},         {"exch", Intrinsic::AtomicExchange},
      {"min", Intrinsic::AtomicMin},         {"max", Intrinsic::AtomicMax},
      {"inc", Intrinsic::AtomicIncrement},   {"dec", Intrinsic::AtomicDecrement},
      {"cas", Intrinsic::AtomicCompareSwap}, {"and", Intrinsic::AtomicAnd},
      {"or", Intrinsic::AtomicOr},           {"xor", Intrinsic::AtomicXor}};
  if (!allowMemory(statement, "add exch min max inc dec cas and or xor noftz")) return;
  const bool returns = statement.parts[0] == "atom";
  const auto where = space(statement);
  const ElementType element = lastType(statement);
  if (!where || isBroken_) return;
  const Row* operation = nullptr;
  for (const Row& row : kOperations)
    if (has(statement, row.name)) operation = &row;
  if (!operation || element.isPacked) {
    fail(say("the PTX instruction ", quote(statement.text),
             " is not modelled; use an atomic function of CUDA's"));
    return;
  }
  const bool swaps = operation->intrinsic == Intrinsic::AtomicCompareSwap;
  const size_t first = returns ? 1 : 0, count = first + (swaps ? 3 : 2);
  if (!takes(statement, count, count + 1)) return;
  std::vector<Node> arguments = {address(statement.operands[first], *where, type(element.kind))};
  for (size_t i = first + 1; i < count; ++i) arguments.push_back(read(statement.operands[i], element.kind));
  if (isBroken_) return;
  const Node result = call(operation->intrinsic, element.kind, std::move(arguments));
  if (returns)
    write(statement.operands[0], result);
  else
    emit(result);
}

/// cp.async.cg.shared.global [to], [from], 16 (, bytes that are read: the rest is zero); commits and waits.
void PtxLowering::cpAsync(const Statement& statement) {
  const std::string_view form = statement.parts.size() > 2 ? statement.parts[2] : "";
  if (form == "commit_group" || form == "wait_all") emit(call(Intrinsic::CopyCommit, TypeKind::Void, {}));
  if (form == "wait_all") emit(call(Intrinsic::CopyWait, TypeKind::Void, {number(TypeKind::UInt, 0)}));
  if (form == "wait_group" && takes(statement, 1, 1)) {
    const auto groups = known(statement.operands[0]);
    if (!groups)
      fail(say("the number of groups of ", quote(statement.text), " must be a constant"));
    else
      emit(call(Intrinsic::CopyWait, TypeKind::Void, {number(TypeKind::UInt, *groups)}));
  }
  if (form == "commit_group" || form == "wait_group" || form == "wait_all") return;
  if (!allowMemory(statement, "async ca cg") || !takes(statement, 3, 5)) return;
  const auto size = known(statement.operands[2]);
  if (!size || (*size != 16 && (form == "cg" || (*size != 4 && *size != 8)))) {
    fail(say("the size of ", quote(statement.text), " must be the constant 16",
             form == "cg" ? "; `cp.async.ca` takes 4 and 8 too" : ", 8 or 4"));
    return;
  }
  const Type* byte = type(TypeKind::UChar);
  const Node to = address(statement.operands[0], Space::Shared, byte);
  const Node from = address(statement.operands[1], Space::Global, byte);
  if (isBroken_) return;
  Node bytes = number(TypeKind::UInt, *size);
  const bool hasPolicy = has(statement, "L2::cache_hint");
  if (statement.operands.size() > (hasPolicy ? size_t{4} : size_t{3})) {
    const Operand& operand = statement.operands[3];
    const Node given = content(operand);
    if (isBroken_) return;
    bytes = given->type->is(TypeKind::Bool) ? choose(given, number(TypeKind::UInt, 0), bytes)
                                            : read(operand, TypeKind::UInt);
  }
  if (!isBroken_)
    emit(call(Intrinsic::CopyAsync, TypeKind::Void, {to, from, number(TypeKind::UInt, *size), bytes}));
}

/// cvta.to.shared.u64 d, a; cvta.shared.u64 d, a.
void PtxLowering::cvta(const Statement& statement) {
  if (!allow(statement, "to shared shared::cta global const local") || !takes(statement, 2, 2)) return;
  const TypeKind kind = lastType(statement).kind;
  if (isBroken_) return;
  Node value = read(statement.operands[1], kind);
  if (isBroken_) return;
  const bool fromShared = isShared(statement);
  if (fromShared && has(statement, "to")) {
    value = cast(cast(value, TypeKind::UInt), kind);
  } else if (fromShared) {
    const Type* pointer = sema_.types_.pointerTo(type(TypeKind::UChar));
    value = sema_.cast(
        sema_.intrinsicCall(Intrinsic::SharedPointer, pointer, {cast(value, TypeKind::UInt)}, range_),
        type(kind), range_);
  }
  write(statement.operands[0], value);
}

/// isspacep.shared p, a.
void PtxLowering::isspacep(const Statement& statement) {
  if (!takes(statement, 2, 2)) return;
  const bool shared = isShared(statement);
  const bool global = has(statement, "global"), local = has(statement, "local");
  if (!shared && !global && !local) {
    notModelled(statement);
    return;
  }
  const Type* pointer = sema_.types_.pointerTo(type(TypeKind::UChar));
  const Node address = sema_.cast(read(statement.operands[1], TypeKind::ULong), pointer, range_);
  if (isBroken_) return;
  write(statement.operands[0], call(shared   ? Intrinsic::IsShared
                                    : global ? Intrinsic::IsGlobal
                                             : Intrinsic::IsLocal,
                                    TypeKind::Bool, {address}));
}

/// Fences, hints and waits that change no value: memory here is always up to date.
void PtxLowering::nothing(const Statement&) {}

/// A cache policy is only ever handed back to a load or store, which ignores it.
void PtxLowering::createpolicy(const Statement& statement) {
  if (statement.operands.empty()) {
    fail(say(quote(statement.text), " needs a register for its result"));
    return;
  }
  write(statement.operands[0], number(TypeKind::ULong, 0));
}

} // namespace banklab::lang::sema
