#include "lang/sema/builtins.hpp"

#include <unordered_map>
#include <vector>

namespace banklab::lang::sema {

namespace {

constexpr Builtin kBuiltins[] = {
#define BUILTIN(name, types, signature, lowering, intrinsic, op)                                             \
  {name, types, signature, Lowering::lowering, Intrinsic::intrinsic, BinaryOp::op},
#include "lang/sema/builtin.def"
#undef BUILTIN
};

// CUDA's vector_types.h: two elements are aligned to both together, four likewise up to 16 bytes, three as
// their element.
constexpr VectorType kVectorTypes[] = {
    {"char1", TypeKind::SChar, 1, 1},
    {"char2", TypeKind::SChar, 2, 2},
    {"char3", TypeKind::SChar, 3, 1},
    {"char4", TypeKind::SChar, 4, 4},
    {"uchar1", TypeKind::UChar, 1, 1},
    {"uchar2", TypeKind::UChar, 2, 2},
    {"uchar3", TypeKind::UChar, 3, 1},
    {"uchar4", TypeKind::UChar, 4, 4},
    {"short1", TypeKind::Short, 1, 2},
    {"short2", TypeKind::Short, 2, 4},
    {"short3", TypeKind::Short, 3, 2},
    {"short4", TypeKind::Short, 4, 8},
    {"ushort1", TypeKind::UShort, 1, 2},
    {"ushort2", TypeKind::UShort, 2, 4},
    {"ushort3", TypeKind::UShort, 3, 2},
    {"ushort4", TypeKind::UShort, 4, 8},
    {"int1", TypeKind::Int, 1, 4},
    {"int2", TypeKind::Int, 2, 8},
    {"int3", TypeKind::Int, 3, 4},
    {"int4", TypeKind::Int, 4, 16},
    {"uint1", TypeKind::UInt, 1, 4},
    {"uint2", TypeKind::UInt, 2, 8},
    {"uint3", TypeKind::UInt, 3, 4},
    {"uint4", TypeKind::UInt, 4, 16},
    {"long1", TypeKind::Long, 1, 8},
    {"long2", TypeKind::Long, 2, 16},
    {"long3", TypeKind::Long, 3, 8},
    {"long4", TypeKind::Long, 4, 16},
    {"ulong1", TypeKind::ULong, 1, 8},
    {"ulong2", TypeKind::ULong, 2, 16},
    {"ulong3", TypeKind::ULong, 3, 8},
    {"ulong4", TypeKind::ULong, 4, 16},
    {"longlong1", TypeKind::LongLong, 1, 8},
    {"longlong2", TypeKind::LongLong, 2, 16},
    {"longlong3", TypeKind::LongLong, 3, 8},
    {"longlong4", TypeKind::LongLong, 4, 16},
    {"ulonglong1", TypeKind::ULongLong, 1, 8},
    {"ulonglong2", TypeKind::ULongLong, 2, 16},
    {"ulonglong3", TypeKind::ULongLong, 3, 8},
    {"ulonglong4", TypeKind::ULongLong, 4, 16},
    {"float1", TypeKind::Float, 1, 4},
    {"float2", TypeKind::Float, 2, 8},
    {"float3", TypeKind::Float, 3, 4},
    {"float4", TypeKind::Float, 4, 16},
    {"double1", TypeKind::Double, 1, 8},
    {"double2", TypeKind::Double, 2, 16},
    {"double3", TypeKind::Double, 3, 8},
    {"double4", TypeKind::Double, 4, 16},
    {"dim3", TypeKind::UInt, 3, 4},
};

struct Alias {
  std::string_view name;
  TypeKind kind;
};
constexpr Alias kAliases[] = {
    {"int8_t", TypeKind::SChar},
    {"uint8_t", TypeKind::UChar},
    {"int16_t", TypeKind::Short},
    {"uint16_t", TypeKind::UShort},
    {"int32_t", TypeKind::Int},
    {"uint32_t", TypeKind::UInt},
    {"int64_t", TypeKind::Long},
    {"uint64_t", TypeKind::ULong},
    {"intptr_t", TypeKind::Long},
    {"uintptr_t", TypeKind::ULong},
    {"size_t", TypeKind::ULong},
    {"ssize_t", TypeKind::Long},
    {"ptrdiff_t", TypeKind::Long},
    {"uchar", TypeKind::UChar},
    {"ushort", TypeKind::UShort},
    {"uint", TypeKind::UInt},
    {"ulong", TypeKind::ULong},
    {"half", TypeKind::Half},
    {"__half", TypeKind::Half},
    {"nv_bfloat16", TypeKind::BFloat16},
    {"__nv_bfloat16", TypeKind::BFloat16},
    {"clock_t", TypeKind::Long},
    {"cudaTextureObject_t", TypeKind::ULongLong},
    {"cudaSurfaceObject_t", TypeKind::ULongLong},
    {"nullptr_t", TypeKind::NullPointer},
    // As the C library of 64-bit Linux has them.
    {"intmax_t", TypeKind::Long},
    {"uintmax_t", TypeKind::ULong},
    {"int_fast8_t", TypeKind::SChar},
    {"uint_fast8_t", TypeKind::UChar},
    {"int_fast16_t", TypeKind::Long},
    {"uint_fast16_t", TypeKind::ULong},
    {"int_fast32_t", TypeKind::Long},
    {"uint_fast32_t", TypeKind::ULong},
    {"int_fast64_t", TypeKind::Long},
    {"uint_fast64_t", TypeKind::ULong},
    {"int_least8_t", TypeKind::SChar},
    {"uint_least8_t", TypeKind::UChar},
    {"int_least16_t", TypeKind::Short},
    {"uint_least16_t", TypeKind::UShort},
    {"int_least32_t", TypeKind::Int},
    {"uint_least32_t", TypeKind::UInt},
    {"int_least64_t", TypeKind::Long},
    {"uint_least64_t", TypeKind::ULong},
};

struct Coordinate {
  std::string_view name;
  Intrinsic x;
};
constexpr Coordinate kCoordinates[] = {{"threadIdx", Intrinsic::ThreadIdxX},
                                       {"blockIdx", Intrinsic::BlockIdxX},
                                       {"blockDim", Intrinsic::BlockDimX},
                                       {"gridDim", Intrinsic::GridDimX}};

/// The rows sorted by name, so that those of one name stand together.
struct Index {
  std::vector<Builtin> rows;
  std::unordered_map<std::string_view, std::pair<size_t, size_t>> byName;

  Index() {
    std::unordered_map<std::string_view, std::vector<const Builtin*>> groups;
    for (const Builtin& row : kBuiltins) groups[row.name].push_back(&row);
    for (const auto& [name, group] : groups) {
      byName[name] = {rows.size(), group.size()};
      for (const Builtin* row : group) rows.push_back(*row);
    }
  }
};

const Index& index() {
  static const Index kInstance;
  return kInstance;
}

} // namespace

std::span<const Builtin> findBuiltins(std::string_view name) {
  const Index& table = index();
  auto at = table.byName.find(name);
  if (at == table.byName.end() && name.substr(0, 6) == "atomic") {
    for (std::string_view suffix : {"_block", "_system"})
      if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix)
        at = table.byName.find(name.substr(0, name.size() - suffix.size()));
  }
  if (at == table.byName.end()) return {};
  return std::span(table.rows).subspan(at->second.first, at->second.second);
}

std::span<const Builtin> allBuiltins() { return kBuiltins; }

std::optional<TypeKind> findTypeAlias(std::string_view name) {
  for (const Alias& alias : kAliases)
    if (alias.name == name) return alias.kind;
  return std::nullopt;
}

const VectorType* findVectorType(std::string_view name) {
  for (const VectorType& vector : kVectorTypes)
    if (vector.name == name) return &vector;
  return nullptr;
}

std::optional<Intrinsic> findCoordinate(std::string_view name) {
  for (const Coordinate& coordinate : kCoordinates)
    if (coordinate.name == name) return coordinate.x;
  return std::nullopt;
}

} // namespace banklab::lang::sema
