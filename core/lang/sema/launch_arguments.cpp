// What a launch passes: constants as bytes, names as buffers of their own or as knobs; and what buffers hold.

#include "lang/arithmetic.hpp"
#include "lang/message.hpp"
#include "lang/sema/sema.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::lang::sema {

/// The name behind `out`, `out + 16`, `&out[16]`, `(float*)out`, with the offset in elements.
const syntax::Name* Sema::bufferName(syntax::Expr* written, int64_t& offset, int depth) {
  if (!written || depth > 16) return nullptr;
  switch (written->kind) {
  case syntax::ExprKind::Name: {
    const syntax::Name* name = syntax::as<syntax::NameExpr>(*written).name;
    return name && name->isPlain() ? name : nullptr;
  }
  case syntax::ExprKind::Cast:
    return bufferName(syntax::as<syntax::CastExpr>(*written).operand, offset, depth + 1);
  case syntax::ExprKind::Binary: {
    auto& sum = syntax::as<syntax::BinaryExpr>(*written);
    if (sum.op != BinaryOp::Add && sum.op != BinaryOp::Subtract) return nullptr;
    const syntax::Name* name = bufferName(sum.left, offset, depth + 1);
    if (!name) return nullptr;
    const auto moved = constantInteger(sum.right, "a buffer's offset");
    if (!moved) return nullptr;
    offset += sum.op == BinaryOp::Add ? *moved : -*moved;
    return name;
  }
  case syntax::ExprKind::Unary: {
    auto& unary = syntax::as<syntax::UnaryExpr>(*written);
    if (unary.op != UnaryOp::AddressOf || !unary.operand ||
        unary.operand->kind != syntax::ExprKind::Subscript)
      return nullptr;
    auto& subscript = syntax::as<syntax::SubscriptExpr>(*unary.operand);
    const syntax::Name* name = bufferName(subscript.base, offset, depth + 1);
    const auto moved = name ? constantInteger(subscript.index, "a buffer's offset") : std::nullopt;
    if (!moved) return nullptr;
    offset += *moved;
    return name;
  }
  default: return nullptr;
  }
}

uint32_t Sema::bufferNamed(Launch& launch, std::string_view name, const Type* element) {
  for (uint32_t i = 0; i < launch.buffers.size(); ++i)
    if (launch.buffers[i].name == name) return i;
  Buffer buffer;
  buffer.name = name;
  buffer.element = element->unqualified;
  launch.buffers.push_back(std::move(buffer));
  return static_cast<uint32_t>(launch.buffers.size() - 1);
}

bool Sema::launchArgument(Launch& launch, syntax::Expr* written, std::string_view parameter,
                          const Type* declared) {
  const SourceRange range = launchRange_;
  if (!written) return false;
  if (declared->isReference()) {
    error(range, say("the kernel's parameter ", quote(parameter),
                     " is a reference, which a launch cannot pass; make it a pointer or a value"));
    return false;
  }
  declared = declared->unqualified;
  const size_t errorsBefore = sink_->errorCount();
  if (declared->isPointer()) {
    int64_t offset = 0;
    const syntax::Name* name = bufferName(written, offset, 0);
    if (sink_->errorCount() != errorsBefore) return false;
    Symbol* symbol = name ? lookup(name->last().identifier) : nullptr;
    const bool isGlobal = symbol && symbol->kind == SymbolKind::Variable && !symbol->isHost;
    const bool isName =
        name && (!symbol || symbol->kind == SymbolKind::Variable || symbol->kind == SymbolKind::Functions);
    if (isName && !isGlobal) {
      if (offset < 0) {
        error(range, say("the argument for ", quote(parameter), " begins before its buffer ",
                         quote(name->last().identifier), "; begin at its first element or later"));
        return false;
      }
      requireComplete(declared->element->is(TypeKind::Void) ? type(TypeKind::Char) : declared->element, range,
                      "what the pointer points to");
      lang::Argument passed;
      passed.isBuffer = true;
      passed.buffer = bufferNamed(launch, name->last().identifier, declared->element);
      passed.offset = static_cast<uint64_t>(offset) * std::max<uint64_t>(declared->element->size(), 1);
      launch.arguments.push_back(std::move(passed));
      return true;
    }
    if (isGlobal) {
      error(range, say("the argument for ", quote(parameter),
                       " is a device variable, whose address the host does not have; name a buffer"));
      return false;
    }
  }
  // A scalar that nobody declares is a knob.
  if (written->kind == syntax::ExprKind::Name && declared->isArithmetic()) {
    const syntax::Name* name = syntax::as<syntax::NameExpr>(*written).name;
    Symbol* symbol = name ? lookup(*name, true) : nullptr;
    if (name && name->isPlain() && (!symbol || symbol->isHost)) {
      passValue(launch,
                *knobSymbol(argumentKnob(name->last().identifier, declared), declared, range)->constant);
      return true;
    }
  }
  const Expr* value =
      convert(argument(written), declared, written->range, say("the argument for ", quote(parameter)));
  if (value->type->isError()) return false;
  prepareCalls(value);
  const auto bytes = evaluateImage(*value);
  if (!bytes) {
    error(range, say("the argument for ", quote(parameter), " must be a constant",
                     declared->isPointer() ? " or the name of a buffer" : ""));
    return false;
  }
  lang::Argument passed;
  passed.value = *bytes;
  launch.arguments.push_back(std::move(passed));
  return true;
}

Knob Sema::argumentKnob(std::string_view name, const Type* declared) {
  Knob knob;
  knob.name = name;
  if (declared->isFloating()) {
    knob.isFloat = true;
    knob.value = 1;
    knob.real = 1;
    knob.max = 64;
  } else if (declared->is(TypeKind::Bool)) {
    knob.value = 1;
    knob.max = 1;
  } else {
    knob.value = declared->size() == 1 ? 1 : 1024;
    knob.min = 1;
    knob.max = declared->size() == 1 ? 127 : 4096;
  }
  return knob;
}

void Sema::passValue(Launch& launch, const Value& value) {
  const auto bytes = evaluateImage(*constant(value, {}));
  lang::Argument passed;
  if (bytes) passed.value = *bytes;
  launch.arguments.push_back(std::move(passed));
}

/// A record of which nobody knows what it holds: sizes that loops can run over, so that what it drives runs.
void Sema::fillUnknown(const Type* type, std::span<std::byte> bytes) {
  constexpr uint64_t kInteger = 64, kMostElements = 64;
  if (type->is(TypeKind::Array) && type->count <= kMostElements) {
    const uint64_t size = type->element->size();
    for (uint64_t i = 0; i < type->count; ++i)
      fillUnknown(type->element->unqualified, bytes.subspan(i * size, size));
  } else if (type->is(TypeKind::Record) && !type->record->isUnion) {
    for (const Field& field : type->record->fields)
      if (!field.bitWidth)
        fillUnknown(field.type->unqualified, bytes.subspan(field.offset, field.type->size()));
  } else if (type->isArithmetic() && !type->is(TypeKind::Bool)) {
    const auto image =
        evaluateImage(*constant(type->isFloating() ? makeReal(type, 1) : makeInteger(type, kInteger), {}));
    if (image) std::copy(image->begin(), image->end(), bytes.begin());
  }
}

/// Each pointer of a record that is null where the record is passed gets a buffer of its own.
void Sema::pointMembers(Launch& launch, lang::Argument& passed, const std::string& name, const Type* type,
                        uint64_t at) {
  constexpr uint64_t kMostElements = 8;
  if (type->isPointer()) {
    const auto isSet = [](std::byte b) { return b != std::byte{0}; };
    const auto begin = passed.value.begin() + static_cast<std::ptrdiff_t>(at);
    if (!std::any_of(begin, begin + 8, isSet))
      passed.pointers.push_back({at, bufferNamed(launch, name, type->element)});
  } else if (type->is(TypeKind::Array) && type->count <= kMostElements) {
    for (uint64_t i = 0; i < type->count; ++i)
      pointMembers(launch, passed, say(name, "[", std::to_string(i), "]"), type->element,
                   at + i * type->element->size());
  } else if (type->is(TypeKind::Record) && !type->record->isUnion) {
    for (const Field& field : type->record->fields)
      pointMembers(launch, passed, field.name.empty() ? name : say(name, ".", field.name), field.type,
                   at + field.offset);
  }
}

/// `// input: a[i] = f(i)`: the formula in the type of the buffer's elements; the last line for a name wins.
void Sema::bindInputs(Launch& launch) {
  for (const syntax::InputLine& line : unit_.inputs) {
    if (!line.value) continue;
    for (Buffer& buffer : launch.buffers) {
      if (buffer.name != line.buffer) continue;
      usedInputs_.insert(&line);
      if (!buffer.element || !buffer.element->isArithmetic()) {
        error(line.range, say("the buffer ", quote(buffer.name), " holds ", quote(toString(buffer.element)),
                              ", and an input line can give only numbers"));
        continue;
      }
      Restore inside(scope_, newScope(ScopeKind::Block, global_));
      Restore function(function_, &constantsContext_);
      Symbol* index = newSymbol(SymbolKind::Variable, line.index, line.range);
      index->type = type(TypeKind::LongLong);
      index->variable = newVariable(line.index, index->type, Storage::Local, line.range);
      scope_->symbols[line.index] = index;
      const Expr* value = convert(expression(line.value), buffer.element, "the input's value");
      if (value->type->isError()) continue;
      prepareCalls(value);
      buffer.inputIndex = index->variable;
      buffer.input = value;
      forEachNode(*value, [&](const Expr&) { ++buffer.inputNodes; });
    }
  }
}

} // namespace banklab::lang::sema
