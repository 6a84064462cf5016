#include "lang/sema/layout.hpp"

#include <algorithm>

namespace banklab::lang {

namespace {

uint64_t roundUp(uint64_t value, uint64_t step) { return (value + step - 1) / step * step; }

bool isEmpty(const Record& record) {
  return std::all_of(record.fields.begin(), record.fields.end(), [](const Field& field) {
    return field.name.empty() && field.type->record && isEmpty(*field.type->record) && field.bitWidth == 0;
  });
}

/// Whether an object of this type lies at `offset` inside the record (two objects of one type may not share
/// an address).
bool holdsAt(const Record& record, const Type* type, uint64_t offset) {
  for (const Field& field : record.fields) {
    if (field.offset > offset || !field.type->record) continue;
    if (field.offset == offset && field.type->unqualified == type->unqualified) return true;
    if (holdsAt(*field.type->record, type, offset - field.offset)) return true;
  }
  return false;
}

/// The record of a type or of an array's elements; null where it is none.
const Record* recordIn(const Type* type) {
  while (type->is(TypeKind::Array)) type = type->element;
  return type->record;
}

} // namespace

bool RecordLayout::takes(const Type* type) const {
  const Record* inner = recordIn(type);
  return record_.members + 1 + (inner ? inner->members : 0) <= kMaxMembers &&
         (!inner || inner->depth < kMaxDepth) && type->size() <= kMaxBytes && bits_ / 8 <= kMaxBytes;
}

void RecordLayout::count(const Type* type) {
  const Record* inner = recordIn(type);
  record_.members += 1 + (inner ? inner->members : 0);
  if (inner) record_.depth = std::max(record_.depth, inner->depth + 1);
}

uint64_t RecordLayout::place(uint64_t size, uint32_t align) {
  align_ = std::max(align_, align);
  if (record_.isUnion) {
    bits_ = std::max(bits_, size * 8);
    return 0;
  }
  const uint64_t offset = roundUp(roundUp(bits_, 8) / 8, align);
  bits_ = (offset + size) * 8;
  return offset;
}

void RecordLayout::addBase(const Type* base, SourceRange range) {
  record_.bases.push_back(base);
  count(base);
  if (isEmpty(*base->record)) {
    uint64_t offset = 0;
    while (holdsAt(record_, base, offset)) offset = roundUp(bits_, 8) / 8 + offset;
    align_ = std::max(align_, base->align());
    record_.fields.push_back({{}, base, offset, range});
    bits_ = std::max(bits_, offset * 8);
    return;
  }
  record_.fields.push_back({{}, base, place(base->record->dataSize, base->align()), range});
}

void RecordLayout::addField(std::string_view name, const Type* type, SourceRange range, uint32_t align) {
  count(type);
  uint64_t offset = place(type->size(), std::max(align, type->align()));
  // An empty base of the same type at the same place pushes the field on.
  while (!record_.isUnion && type->is(TypeKind::Record) && isEmpty(*type->record) &&
         holdsAt(record_, type, offset)) {
    offset = place(type->size(), type->align());
  }
  record_.fields.push_back({name, type, offset, range});
}

void RecordLayout::addBitField(std::string_view name, const Type* type, SourceRange range, uint32_t width) {
  const uint64_t unit = type->size() * 8;
  if (width == 0) {
    if (!record_.isUnion) bits_ = roundUp(bits_, unit);
    return;
  }
  uint64_t at = record_.isUnion ? 0 : bits_;
  if (at / unit != (at + width - 1) / unit) at = roundUp(at, unit);
  bits_ = std::max(bits_, at + width);
  if (name.empty()) return; // an unnamed one asks for no alignment
  align_ = std::max(align_, type->align());
  Field field{name, type, at / unit * type->size(), range};
  field.bitOffset = static_cast<uint8_t>(at % unit);
  field.bitWidth = static_cast<uint8_t>(width);
  record_.fields.push_back(field);
}

void RecordLayout::finish(uint32_t align, bool pod) {
  record_.align = std::max(align_, align);
  record_.size = std::max<uint64_t>(roundUp(roundUp(bits_, 8) / 8, record_.align), record_.align);
  record_.isPod = pod && record_.bases.empty() &&
                  std::all_of(record_.fields.begin(), record_.fields.end(), [](const Field& field) {
                    const Record* inner = recordIn(field.type);
                    return !inner || inner->isPod;
                  });
  record_.dataSize = record_.isPod ? record_.size : roundUp(bits_, 8) / 8;
  record_.isComplete = true;
}

} // namespace banklab::lang
