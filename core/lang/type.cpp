#include "lang/type.hpp"

#include <array>
#include <map>
#include <tuple>

namespace banklab::lang {

namespace {

struct Scalar {
  TypeKind kind;
  uint8_t size;
  const char* name;
};

// CUDA's data model is the host's: LP64.
constexpr Scalar kScalars[] = {
    {TypeKind::Error, 0, "<error>"},
    {TypeKind::Void, 0, "void"},
    {TypeKind::Bool, 1, "bool"},
    {TypeKind::Char, 1, "char"},
    {TypeKind::SChar, 1, "signed char"},
    {TypeKind::UChar, 1, "unsigned char"},
    {TypeKind::Short, 2, "short"},
    {TypeKind::UShort, 2, "unsigned short"},
    {TypeKind::Int, 4, "int"},
    {TypeKind::UInt, 4, "unsigned int"},
    {TypeKind::Long, 8, "long"},
    {TypeKind::ULong, 8, "unsigned long"},
    {TypeKind::LongLong, 8, "long long"},
    {TypeKind::ULongLong, 8, "unsigned long long"},
    {TypeKind::Half, 2, "half"},
    {TypeKind::BFloat16, 2, "bfloat16"},
    {TypeKind::Float, 4, "float"},
    {TypeKind::Double, 8, "double"},
    {TypeKind::NullPointer, 8, "nullptr_t"},
};
constexpr size_t kScalarCount = std::size(kScalars);

std::string quoted(uint8_t quals) {
  std::string text;
  if (quals & kConst) text += "const ";
  if (quals & kVolatile) text += "volatile ";
  return text;
}

/// Prints from the outside in: `declarator` is what has been read of the type so far. `left`: how many types
/// may still be printed; a type of functions of functions doubles at each level.
std::string print(const Type* type, std::string declarator, uint32_t& left) {
  if (left == 0) return "…" + declarator;
  --left;
  switch (type->kind) {
  case TypeKind::Pointer:
  case TypeKind::LValueReference:
  case TypeKind::RValueReference: {
    std::string mark = type->is(TypeKind::Pointer) ? "*" : type->is(TypeKind::LValueReference) ? "&" : "&&";
    if (type->quals & kConst) mark += " const";
    if (type->quals & kVolatile) mark += " volatile";
    declarator = mark + (type->quals && !declarator.empty() ? " " : "") + declarator;
    const TypeKind inner = type->element->kind;
    if (inner == TypeKind::Array || inner == TypeKind::Function) declarator = " (" + declarator + ")";
    return print(type->element, std::move(declarator), left);
  }
  case TypeKind::Array:
    return print(
        type->element,
        declarator + "[" + (type->count == Type::kUnbounded ? "" : std::to_string(type->count)) + "]", left);
  case TypeKind::Function: {
    std::string list;
    for (const Type* parameter : type->parameters) {
      if (!list.empty()) list += ", ";
      list += print(parameter, "", left);
      if (left == 0) break;
    }
    return print(type->element, (declarator.empty() ? " " : declarator) + "(" + list + ")", left);
  }
  case TypeKind::Record:
    return quoted(type->quals) +
           (type->record->name.empty() ? "unnamed struct" : std::string(type->record->name)) + declarator;
  case TypeKind::Enum:
    return quoted(type->quals) +
           (type->enumeration->name.empty() ? "unnamed enum" : std::string(type->enumeration->name)) +
           declarator;
  default: return quoted(type->quals) + kScalars[static_cast<size_t>(type->kind)].name + declarator;
  }
}

} // namespace

uint64_t Type::size() const {
  switch (kind) {
  case TypeKind::Pointer:
  case TypeKind::LValueReference:
  case TypeKind::RValueReference: return 8;
  case TypeKind::Array: return count == kUnbounded ? 0 : count * element->size();
  case TypeKind::Function: return 0;
  case TypeKind::Record: return record->isComplete ? record->size : 0;
  case TypeKind::Enum: return enumeration->underlying ? enumeration->underlying->size() : 4;
  default: return kScalars[static_cast<size_t>(kind)].size;
  }
}

uint32_t Type::align() const {
  switch (kind) {
  case TypeKind::Array: return element->align();
  case TypeKind::Record: return record->align;
  default: {
    const uint64_t bytes = size();
    return bytes == 0 ? 1 : static_cast<uint32_t>(bytes);
  }
  }
}

bool Type::isSigned() const {
  switch (kind) {
  case TypeKind::Char:
  case TypeKind::SChar:
  case TypeKind::Short:
  case TypeKind::Int:
  case TypeKind::Long:
  case TypeKind::LongLong: return true;
  case TypeKind::Enum: return enumeration->underlying && enumeration->underlying->isSigned();
  default: return false;
  }
}

struct TypeTable::Impl {
  using Key = std::tuple<TypeKind, uint8_t, const Type*, uint64_t, std::vector<const Type*>>;

  std::array<Type, kScalarCount> builtins;
  std::map<Key, std::unique_ptr<Type>> derived;
  std::vector<std::unique_ptr<Type>> named;
  std::vector<std::unique_ptr<Record>> records;
  std::vector<std::unique_ptr<Enumeration>> enumerations;

  const Type* make(TypeKind kind, uint8_t quals, const Type* element, uint64_t count,
                   std::vector<const Type*> parameters) {
    auto [at, isNew] = derived.try_emplace(Key{kind, quals, element, count, std::move(parameters)}, nullptr);
    if (isNew) {
      at->second = std::make_unique<Type>();
      Type& type = *at->second;
      type.kind = kind;
      type.element = element;
      type.count = count;
      type.parameters = std::get<4>(at->first);
      type.unqualified = &type;
    }
    return at->second.get();
  }
};

TypeTable::TypeTable() : impl_(std::make_unique<Impl>()) {
  for (size_t i = 0; i < kScalarCount; ++i) {
    impl_->builtins[i].kind = kScalars[i].kind;
    impl_->builtins[i].unqualified = &impl_->builtins[i];
  }
}

TypeTable::~TypeTable() = default;

const Type* TypeTable::builtin(TypeKind kind) const { return &impl_->builtins[static_cast<size_t>(kind)]; }

const Type* TypeTable::pointerTo(const Type* target) {
  return impl_->make(TypeKind::Pointer, 0, target, 0, {});
}

const Type* TypeTable::lvalueReferenceTo(const Type* target) {
  if (target->isReference()) target = target->element;
  return impl_->make(TypeKind::LValueReference, 0, target, 0, {});
}

const Type* TypeTable::rvalueReferenceTo(const Type* target) {
  if (target->isReference()) return target;
  return impl_->make(TypeKind::RValueReference, 0, target, 0, {});
}

const Type* TypeTable::arrayOf(const Type* element, uint64_t count) {
  return impl_->make(TypeKind::Array, 0, element, count, {});
}

const Type* TypeTable::function(const Type* result, std::span<const Type* const> parameters) {
  return impl_->make(TypeKind::Function, 0, result, 0, {parameters.begin(), parameters.end()});
}

const Type* TypeTable::qualified(const Type* type, uint8_t quals) {
  if (type->is(TypeKind::Array)) return arrayOf(qualified(type->element, quals), type->count);
  if (type->isReference() || type->is(TypeKind::Function) || type->isError()) return type;
  quals |= type->quals;
  if (quals == type->quals) return type;
  auto [at, isNew] = impl_->derived.try_emplace(
      Impl::Key{type->kind, quals, type->unqualified, Type::kUnbounded, {}}, nullptr);
  if (isNew) {
    at->second = std::make_unique<Type>(*type->unqualified);
    at->second->quals = quals;
  }
  return at->second.get();
}

const Type* TypeTable::newRecord(std::string_view name, SourceRange range, Record** out) {
  Record& record = *impl_->records.emplace_back(std::make_unique<Record>());
  record.name = name;
  record.range = range;
  *out = &record;
  Type& type = *impl_->named.emplace_back(std::make_unique<Type>());
  type.kind = TypeKind::Record;
  type.record = &record;
  type.unqualified = &type;
  return &type;
}

const Type* TypeTable::newEnumeration(std::string_view name, SourceRange range, bool scoped,
                                      const Type* underlying) {
  Enumeration& enumeration = *impl_->enumerations.emplace_back(std::make_unique<Enumeration>());
  enumeration = {name, range, scoped, underlying};
  Type& type = *impl_->named.emplace_back(std::make_unique<Type>());
  type.kind = TypeKind::Enum;
  type.enumeration = &enumeration;
  type.unqualified = &type;
  return &type;
}

std::string toString(const Type* type) {
  uint32_t left = 64;
  return type ? print(type, "", left) : "<none>";
}

} // namespace banklab::lang
