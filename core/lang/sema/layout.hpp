#pragma once

#include "lang/type.hpp"

namespace banklab::lang {

/// Lays out a record, member by member, as the Itanium C++ ABI does for classes without virtual functions;
/// nvcc follows it on host and device (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#class-types).
/// Members are added in order of declaration, bases before fields; `finish` rounds the size and completes
/// the record.
class RecordLayout {
public:
  explicit RecordLayout(Record& record) : record_(record) {}

  /// What a record may hold, all that is inside of it counted: what goes through them takes as many steps.
  static constexpr uint32_t kMaxMembers = 65536, kMaxDepth = 256;
  static constexpr uint64_t kMaxBytes = uint64_t{1} << 31;

  /// Whether a base or a field of that type may still be added: the limits are kept, and what is too large by
  /// itself is so, too.
  bool takes(const Type* type) const;

  /// A base class. An empty base shares the place of what follows, unless something of the same type is
  /// there.
  void addBase(const Type* base, SourceRange range);
  /// A field; `align` in bytes, 0: the type's own. Types must be complete.
  void addField(std::string_view name, const Type* type, SourceRange range, uint32_t align = 0);
  /// A bit-field of `width` bits; an unnamed one of width 0 ends its storage unit.
  void addBitField(std::string_view name, const Type* type, SourceRange range, uint32_t width);
  /// `align`: what alignas or __align__ asks of the whole record, 0: nothing. `pod`: whether nothing but its
  /// members keeps it from being a C++03 POD, whose tail padding nobody else may use.
  void finish(uint32_t align = 0, bool pod = true);

private:
  void count(const Type* type);
  uint64_t place(uint64_t size, uint32_t align);

  Record& record_;
  uint64_t bits_ = 0; // the bits in use, counted from the record's start
  uint32_t align_ = 1;
};

} // namespace banklab::lang
