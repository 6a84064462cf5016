// memcpy and memset: one assignment of as many bytes, in pieces as wide as both sides' types are aligned. So
// does nvcc where it can see the objects' alignment.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

namespace {

constexpr uint64_t kMaxBytes = 65536;

/// What a pointer pointed to before it became a `void*`.
const Type* pointee(const Expr* pointer) {
  while (pointer->kind == ExprKind::Convert && pointer->type->isPointer() &&
         pointer->type->element->is(TypeKind::Void) && as<ConvertExpr>(*pointer).operand->type->isPointer())
    pointer = as<ConvertExpr>(*pointer).operand;
  return pointer->type->element;
}

TypeKind unitKind(uint64_t bytes) {
  return bytes >= 8   ? TypeKind::ULong
         : bytes == 4 ? TypeKind::UInt
         : bytes == 2 ? TypeKind::UShort
                      : TypeKind::UChar;
}

} // namespace

/// A type of `bytes` bytes that is moved in pieces of `align`.
const Type* Sema::blockOfBytes(uint64_t bytes, uint64_t align, SourceRange range) {
  const Type* unit = type(unitKind(align));
  if (bytes == unit->size()) return unit;
  Record* record = nullptr;
  const Type* made = types_.newRecord("bytes", range, &record);
  record->fields.push_back({"bytes", types_.arrayOf(unit, bytes / unit->size()), 0, range});
  record->size = record->dataSize = bytes;
  record->align = static_cast<uint32_t>(align);
  record->isComplete = true;
  return made;
}

const Expr* Sema::bytesBuiltin(const Builtin& builtin, const std::vector<Argument>& given,
                               SourceRange range) {
  const bool copies = builtin.lowering == Lowering::CopyBytes;
  if (given.size() != 3 || !given[0].expr || !given[1].expr || !given[2].expr)
    return fail(range, say(quote(builtin.name), " takes three arguments; write ",
                           copies ? "`memcpy(to, from, bytes)`" : "`memset(to, 0, bytes)`"));
  const Expr* to = valueOf(given[0].expr);
  const Expr* from = valueOf(given[1].expr);
  if (!to->type->isPointer()) return fail(given[0].range, say(quote(builtin.name), " needs a pointer here"));
  if (copies && !from->type->isPointer())
    return fail(given[1].range, say(quote(builtin.name), " needs a pointer here"));
  if (to->type->element->isConst())
    return fail(given[0].range,
                "what this pointer points to is `const` and cannot be written; copy to another place");
  const auto bytes = fold(valueOf(given[2].expr));
  if (!bytes || bytes->bits > kMaxBytes)
    return fail(given[2].range,
                say(quote(builtin.name), " is supported with a constant number of bytes up to ",
                    std::to_string(kMaxBytes), "; write a loop"));
  const Type* nothing = type(TypeKind::Void);
  if (bytes->bits == 0) return cast(to, nothing, range);
  uint64_t align = std::min<uint64_t>(16, bytes->bits & (~bytes->bits + 1));
  align = std::min<uint64_t>(align, pointee(to)->align());
  if (copies) align = std::min<uint64_t>(align, pointee(from)->align());
  const Type* moved = blockOfBytes(bytes->bits, align, range);
  const Expr* value = nullptr;
  if (copies) {
    value =
        valueOf(deref(cast(from, types_.pointerTo(types_.qualified(moved, kConst)), range), given[1].range));
  } else {
    const auto byte = fold(from);
    if (!byte) return fail(given[1].range, "`memset` is supported with a constant value; write a loop");
    const uint64_t eight = (byte->bits & 0xff) * 0x0101010101010101u;
    const Type* unit = type(unitKind(align));
    const uint64_t bits = unit->size() == 8 ? eight : eight & ((uint64_t{1} << unit->size() * 8) - 1);
    std::vector<AggregatePart> parts;
    for (uint64_t at = 0; at < bytes->bits; at += unit->size())
      parts.push_back({at, constant({unit, bits, 0}, range)});
    value = moved == unit ? parts[0].value : aggregate(moved, parts, range);
  }
  const Expr* where = deref(cast(to, types_.pointerTo(moved), range), given[0].range);
  return cast(addressOf(assignTo(where, value, range), range), nothing, range);
}

} // namespace banklab::lang::sema
