#pragma once

#include "lang/preprocess/source.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace banklab::lang {

/// The arithmetic kinds stand in a row, integers by rank, so that ranges of them can be asked for.
enum class TypeKind : uint8_t {
  Error, // stands for a type that could not be made; whatever meets it keeps quiet
  Void,
  Bool,
  Char,
  SChar,
  UChar,
  Short,
  UShort,
  Int,
  UInt,
  Long,
  ULong,
  LongLong,
  ULongLong,
  Half,
  BFloat16,
  Float,
  Double,
  NullPointer,
  Pointer,
  LValueReference,
  RValueReference,
  Array,
  Function,
  Record,
  Enum,
};

enum Qualifier : uint8_t { kConst = 1, kVolatile = 2 };

struct Type;
struct Record;

struct Field {
  std::string_view name;
  const Type* type;
  uint64_t offset; // bytes from the record's start
  SourceRange range;
  uint8_t bitOffset = 0, bitWidth = 0; // of a bit-field, from the lowest bit at `offset`; width 0: none
};

/// A struct, class or union, laid out as CUDA (the Itanium ABI) does.
struct Record {
  std::string_view name;
  SourceRange range;
  bool isUnion = false;
  bool isComplete = false;
  std::vector<const Type*> bases; // each also stands in `fields`, under an empty name
  std::vector<Field> fields;
  uint64_t size = 1;
  uint64_t dataSize = 1; // without the tail padding that members of a derived class may use
  uint32_t align = 1;
  uint32_t members = 0; // bases and fields, with those inside of them; of an array's elements once
  uint32_t depth = 0;   // of records inside of one another
  bool isPod = false;   // a C++03 POD: no constructor of its own, no base, no member that is not one
};

struct Enumeration {
  std::string_view name;
  SourceRange range;
  bool scoped = false;
  const Type* underlying = nullptr;
};

/// Types are unique: equal types have equal addresses. Sizes and alignments in bytes.
struct Type {
  TypeKind kind = TypeKind::Error;
  uint8_t quals = 0;
  const Type* unqualified = nullptr; // itself where quals == 0
  const Type* element = nullptr; // what a pointer or reference refers to, an array holds, a function returns
  uint64_t count = 0;            // arrays: elements; kUnbounded for T[]
  std::span<const Type* const> parameters; // functions
  const Record* record = nullptr;
  const Enumeration* enumeration = nullptr;

  static constexpr uint64_t kUnbounded = UINT64_MAX;

  uint64_t size() const;  // 0 for void, functions, unbounded arrays, incomplete records
  uint32_t align() const; // at least 1

  bool is(TypeKind k) const { return kind == k; }
  bool isError() const { return kind == TypeKind::Error; }
  bool isInteger() const {
    return kind >= TypeKind::Bool && kind <= TypeKind::ULongLong;
  } // bool and char too, enums not
  bool isFloating() const { return kind >= TypeKind::Half && kind <= TypeKind::Double; }
  bool isArithmetic() const { return kind >= TypeKind::Bool && kind <= TypeKind::Double; }
  bool isPointer() const { return kind == TypeKind::Pointer; }
  bool isReference() const { return kind == TypeKind::LValueReference || kind == TypeKind::RValueReference; }
  bool isScalar() const {
    return isArithmetic() || isPointer() || kind == TypeKind::Enum || kind == TypeKind::NullPointer;
  }
  bool isAggregate() const { return kind == TypeKind::Record || kind == TypeKind::Array; }
  bool isSigned() const; // of integers and enums
  bool isConst() const { return quals & kConst; }
};

/// Makes types and keeps them unique.
class TypeTable {
public:
  TypeTable();
  ~TypeTable();
  TypeTable(const TypeTable&) = delete;
  TypeTable& operator=(const TypeTable&) = delete;

  const Type* builtin(TypeKind kind) const; // Error, Void … Double, NullPointer
  const Type* pointerTo(const Type* target);
  const Type* lvalueReferenceTo(const Type* target); // collapses: & to && is &
  const Type* rvalueReferenceTo(const Type* target);
  const Type* arrayOf(const Type* element, uint64_t count);
  const Type* function(const Type* result, std::span<const Type* const> parameters);
  const Type* qualified(const Type* type, uint8_t quals); // adds quals; of an array: to its elements
  /// A new record or enumeration of its own; the record is filled in later by its maker.
  const Type* newRecord(std::string_view name, SourceRange range, Record** out);
  const Type* newEnumeration(std::string_view name, SourceRange range, bool scoped, const Type* underlying);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// As people write it: "const float*", "float[32][33]", "Tile<32>".
std::string toString(const Type* type);

} // namespace banklab::lang
