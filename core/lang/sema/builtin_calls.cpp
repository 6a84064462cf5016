// Calls of what CUDA itself declares.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <limits>

namespace banklab::lang::sema {

namespace {

TypeKind kindOf(char letter) {
  switch (letter) {
  case 'v': return TypeKind::Void;
  case 'b': return TypeKind::Bool;
  case 'c': return TypeKind::Char;
  case 'h': return TypeKind::UChar;
  case 's': return TypeKind::Short;
  case 't': return TypeKind::UShort;
  case 'i': return TypeKind::Int;
  case 'u': return TypeKind::UInt;
  case 'l': return TypeKind::Long;
  case 'm': return TypeKind::ULong;
  case 'x': return TypeKind::LongLong;
  case 'y': return TypeKind::ULongLong;
  case 'f': return TypeKind::Float;
  case 'd': return TypeKind::Double;
  case 'e': return TypeKind::Half;
  case 'g': return TypeKind::BFloat16;
  default: return TypeKind::Error;
  }
}

} // namespace

/// The overloads that the table's rows stand for, made once.
std::vector<FunctionEntity*> Sema::builtinFunctions(std::string_view name) {
  if (const auto known = builtinEntities_.find(name); known != builtinEntities_.end()) return known->second;
  std::vector<FunctionEntity*> made;
  for (const Builtin& row : findBuiltins(name)) {
    const std::string_view types = row.types.empty() ? std::string_view("-") : row.types;
    for (char rowType : types) {
      FunctionEntity& entity = entities_.emplace_back();
      entity.name = name;
      entity.builtin = &row;
      entity.signatureState = BodyState::Done;
      bool isPointer = false;
      for (char letter : row.signature) {
        if (letter == '*') {
          isPointer = true;
          continue;
        }
        if (letter == '=' || letter == '~') {
          entity.optional = 1;
          continue;
        }
        const Type* one = letter == 'k' ? types_.qualified(type(TypeKind::Char), kConst)
                                        : type(kindOf(letter == 'T' ? rowType : letter));
        if (isPointer) one = types_.pointerTo(one);
        isPointer = false;
        if (!entity.result)
          entity.result = one;
        else
          entity.parameters.push_back(one);
      }
      made.push_back(&entity);
    }
  }
  if (!made.empty()) builtinEntities_[made[0]->name] = made;
  return made;
}

/// Builtins that take arguments of any type.
const Expr* Sema::anyTypeBuiltin(const Builtin& builtin, const std::vector<Argument>& given,
                                 SourceRange range) {
  const auto pointerArgument = [&](size_t count) -> const Expr* {
    if (given.size() != count)
      return fail(range, say(quote(builtin.name), " takes ", std::to_string(count), " argument",
                             count == 1 ? "" : "s", ", and ", std::to_string(given.size()),
                             given.size() == 1 ? " is given" : " are given"));
    const Expr* pointer = given[0].expr ? valueOf(given[0].expr) : nullptr;
    const bool ofVoid = builtin.lowering != Lowering::Load && builtin.lowering != Lowering::Store;
    if (!pointer || !pointer->type->isPointer() || (!ofVoid && pointer->type->element->is(TypeKind::Void)))
      return fail(given[0].range, say(quote(builtin.name), " needs a pointer as its first argument"));
    return pointer;
  };
  switch (builtin.lowering) {
  case Lowering::Load: {
    const Expr* pointer = pointerArgument(1);
    return pointer->type->isError() ? pointer : valueOf(deref(pointer, range));
  }
  case Lowering::Store: {
    const Expr* pointer = pointerArgument(2);
    if (pointer->type->isError()) return pointer;
    const Expr* where = deref(pointer, range);
    if (!checkAssignable(where, range, "assigned")) return errorExpr(range);
    const Expr* value = convert(given[1], where->type->unqualified, range, "the value stored");
    if (value->type->isError()) return value;
    return cast(addressOf(assignTo(where, value, range), range), type(TypeKind::Void), range);
  }
  case Lowering::CopyBytes:
  case Lowering::FillBytes: return bytesBuiltin(builtin, given, range);
  case Lowering::Print: {
    std::vector<const Expr*> values;
    for (const Argument& one : given) {
      if (!one.expr) return fail(one.range, "a braced list cannot be printed; print its values one by one");
      const Expr* value = valueOf(one.expr);
      if (!value->type->isScalar())
        return fail(value->range, say("`printf` cannot print ", quote(toString(value->type->unqualified)),
                                      "; print its members"));
      values.push_back(value);
    }
    return intrinsicCall(Intrinsic::Print, type(TypeKind::Int), values, range);
  }
  case Lowering::SharedAddress: {
    const Expr* pointer = pointerArgument(1);
    if (pointer->type->isError()) return pointer;
    return cast(cast(cast(pointer, type(TypeKind::ULong), range), type(TypeKind::UInt), range),
                type(kindOf(builtin.signature[0])), range);
  }
  case Lowering::PointsInto: {
    const Expr* pointer = pointerArgument(1);
    if (pointer->type->isError()) return pointer;
    return cast(intrinsicCall(builtin.intrinsic, type(TypeKind::Bool), {pointer}, range),
                type(TypeKind::UInt), range);
  }
  case Lowering::SharedPointer: {
    const Expr* address = given.size() == 1 && given[0].expr ? valueOf(given[0].expr) : nullptr;
    if (!address || !address->type->isInteger())
      return fail(range, say(quote(builtin.name), " takes the address that `__cvta_generic_to_shared` gave"));
    return intrinsicCall(Intrinsic::SharedPointer, types_.pointerTo(type(TypeKind::Void)),
                         {cast(address, type(TypeKind::UInt), range)}, range);
  }
  case Lowering::CopyAsync: return copyAsync(builtin, given, range);
  default: return nullptr;
  }
}

/// __pipeline_memcpy_async(to, from, size, zfill = 0): the last zfill bytes are not read and become zero.
const Expr* Sema::copyAsync(const Builtin& builtin, const std::vector<Argument>& given, SourceRange range) {
  if (given.size() < 3 || given.size() > 4)
    return fail(range, say(quote(builtin.name), " takes 3 or 4 arguments, and ", std::to_string(given.size()),
                           given.size() == 1 ? " is given" : " are given"));
  const Expr* pointers[2] = {};
  for (size_t i = 0; i < 2; ++i) {
    pointers[i] = given[i].expr ? valueOf(given[i].expr) : nullptr;
    if (!pointers[i] || !pointers[i]->type->isPointer())
      return fail(given[i].range,
                  say("argument ", std::to_string(i + 1), " of ", quote(builtin.name), " must be a pointer"));
  }
  const auto size = given[2].expr ? constantOf(valueOf(given[2].expr)) : std::nullopt;
  if (!size || (size->bits != 4 && size->bits != 8 && size->bits != 16))
    return fail(given[2].range, say("the size of ", quote(builtin.name),
                                    " must be 4, 8 or 16, known when the kernel is compiled"));
  const Type* unsignedInt = type(TypeKind::UInt);
  const Expr* bytes = integer(TypeKind::UInt, static_cast<int64_t>(size->bits), range);
  const Expr* isRead = bytes;
  if (given.size() == 4) {
    const Expr* zeros =
        convert(given[3], type(TypeKind::ULong), given[3].range, say("argument 4 of ", quote(builtin.name)));
    if (zeros->type->isError()) return zeros;
    isRead = binaryNode(BinaryOp::Subtract, unsignedInt, bytes, cast(zeros, unsignedInt, range), range);
  }
  return intrinsicCall(Intrinsic::CopyAsync, type(TypeKind::Void), {pointers[0], pointers[1], bytes, isRead},
                       range);
}

const Expr* Sema::lowerBuiltin(const Builtin& builtin, FunctionEntity* callee,
                               const std::vector<Argument>& given, SourceRange range) {
  std::vector<const Expr*> values;
  for (size_t i = 0; i < callee->parameters.size(); ++i) {
    const Expr* value = nullptr;
    if (i < given.size())
      value = convert(given[i], callee->parameters[i], given[i].range,
                      say("argument ", std::to_string(i + 1), " of ", quote(callee->name)));
    else if (builtin.signature.back() == '~')
      value = integer(TypeKind::UInt, 0xffffffff, range);
    else
      value = intrinsicCall(Intrinsic::WarpSize, type(TypeKind::Int), {}, range);
    if (value->type->isError()) return value;
    values.push_back(value);
  }
  const Type* result = callee->result;
  const auto one = [&] { return constant({result, 0, 1.0}, range); };
  switch (builtin.lowering) {
  case Lowering::Intrinsic: return intrinsicCall(builtin.intrinsic, result, values, range);
  case Lowering::Maskless:
    values.insert(values.begin(), integer(TypeKind::UInt, 0xffffffff, range));
    return intrinsicCall(builtin.intrinsic, result, values, range);
  case Lowering::Operator: return binaryNode(builtin.op, result, values[0], values[1], range);
  case Lowering::Negate: return unaryNode(UnaryOp::Negate, result, values[0], range);
  case Lowering::Infinity: return constant({result, 0, std::numeric_limits<double>::infinity()}, range);
  case Lowering::NotANumber: return constant({result, 0, std::numeric_limits<double>::quiet_NaN()}, range);
  case Lowering::Reciprocal: return binaryNode(BinaryOp::Divide, result, one(), values[0], range);
  case Lowering::ReciprocalOf:
    return binaryNode(BinaryOp::Divide, result, one(),
                      intrinsicCall(builtin.intrinsic, result, values, range), range);
  case Lowering::TimesPi: {
    const Expr* pi = constant(
        {result, 0, result->is(TypeKind::Float) ? double{3.14159265358979323846f} : 3.14159265358979323846},
        range);
    return intrinsicCall(builtin.intrinsic, result,
                         {binaryNode(BinaryOp::Multiply, result, values[0], pi, range)}, range);
  }
  case Lowering::Convert: return cast(values[0], result, range);
  case Lowering::RoundThen:
    return cast(intrinsicCall(builtin.intrinsic, values[0]->type, values, range), result, range);
  case Lowering::Nothing: return cast(values[0], type(TypeKind::Void), range);
  default:
    return failWhenTried(
        range, say("this use of ", quote(callee->name), " is not supported; call it as CUDA declares it"));
  }
}

/// `atomicCAS` and `atomicExch` of 16 bytes (CUDA C++ Programming Guide, "Atomic Functions": a type that is
/// aligned to them, compute capability 9.0); null for those of other types.
const Expr* Sema::wideAtomic(std::string_view name, const std::vector<Argument>& given, SourceRange range) {
  const bool compares = name == "atomicCAS";
  if (!compares && name != "atomicExch") return nullptr;
  if (given.size() != (compares ? 3u : 2u) || !given[0].expr) return nullptr;
  const Expr* pointer = valueOf(given[0].expr);
  const Type* whole = pointer->type->isPointer() ? pointer->type->element->unqualified : nullptr;
  if (!whole || !whole->is(TypeKind::Record) || !complete(whole) || whole->size() != 16 ||
      whole->align() < 16)
    return nullptr;
  const Variable* values = newVariable({}, types_.arrayOf(whole, compares ? 2 : 1), Storage::Local, range);
  const Expr* list = reference(values, range);
  const auto element = [&](int i) { return elementOf(list, integer(TypeKind::Int, i, range), range); };
  const Expr* steps = nullptr;
  for (size_t i = 1; i < given.size(); ++i) {
    const Expr* value = convert(given[i], whole, given[i].range,
                                say("argument ", std::to_string(i + 1), " of ", quote(name)));
    if (value->type->isError()) return value;
    const Expr* put = assignTo(element(static_cast<int>(i) - 1), value, range);
    steps = steps ? comma(steps, put, range) : put;
  }
  const Expr* swap = intrinsicCall(compares ? Intrinsic::AtomicCompareSwap : Intrinsic::AtomicExchange,
                                   type(TypeKind::Void), {pointer, valueOf(list)}, range);
  return comma(comma(steps, swap, range), valueOf(element(0)), range);
}

/// make_float4(x, y, z, w).
const Expr* Sema::makeVector(const VectorType& vector, const std::vector<Argument>& given,
                             SourceRange range) {
  const Type* whole = vectorType(vector);
  if (given.size() != vector.count)
    return fail(range, say(quote(say("make_", vector.name)), " takes ", std::to_string(vector.count),
                           " argument", vector.count == 1 ? "" : "s", ", and ", std::to_string(given.size()),
                           given.size() == 1 ? " is given" : " are given"));
  std::vector<AggregatePart> parts;
  const Type* element = type(vector.element);
  for (size_t i = 0; i < given.size(); ++i) {
    const Expr* value =
        convert(given[i], element, given[i].range,
                say("argument ", std::to_string(i + 1), " of ", quote(say("make_", vector.name))));
    if (value->type->isError()) return value;
    parts.push_back({i * element->size(), value});
  }
  return aggregate(whole, parts, range);
}

} // namespace banklab::lang::sema
