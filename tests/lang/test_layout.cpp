#include "front_helpers.hpp"
#include "lang/compile.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace banklab::lang::testing {
namespace {

/// The record that a kernel's first parameter points to.
const Record* recordOf(const Program& program) {
  if (program.functions.empty() || program.functions[0]->parameters.empty()) return nullptr;
  const Type* type = program.functions[0]->parameters[0]->type;
  return type->isPointer() ? type->element->record : nullptr;
}

Program programWith(const std::string& definition, const std::string& name) {
  return compile(definition + "\n__global__ void k(" + name + "* p) {}\n", {});
}

uint64_t offsetOf(const Record& record, std::string_view name) {
  for (const Field& field : record.fields)
    if (field.name == name) return field.offset;
  for (const Field& field : record.fields)
    if (field.name.empty() && field.type->record) {
      const uint64_t inner = offsetOf(*field.type->record, name);
      if (inner != UINT64_MAX) return field.offset + inner;
    }
  return UINT64_MAX;
}

// The host's compiler follows the same ABI as CUDA's: what it says of the same text is the truth.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winvalid-offsetof"
#pragma GCC diagnostic ignored "-Wpedantic"
#define DEFINE(...)                                                                                          \
  __VA_ARGS__                                                                                                \
  constexpr const char* kText = #__VA_ARGS__;
#define EXPECT_LAYOUT(type)                                                                                  \
  const Program program = programWith(kText, #type);                                                         \
  const Record* record = recordOf(program);                                                                  \
  ASSERT_NE(record, nullptr) << kText;                                                                       \
  EXPECT_EQ(record->size, sizeof(type)) << kText;                                                            \
  EXPECT_EQ(record->align, alignof(type)) << kText
#define EXPECT_OFFSET(type, member) EXPECT_EQ(offsetOf(*record, #member), offsetof(type, member)) << kText

namespace padding {
DEFINE(struct S {
  char a;
  double b;
  short c;
  char d;
  int e[3];
  char f;
};)
}
TEST(Layout, PadsToAlignments) {
  using namespace padding;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, b);
  EXPECT_OFFSET(S, c);
  EXPECT_OFFSET(S, d);
  EXPECT_OFFSET(S, e);
  EXPECT_OFFSET(S, f);
}

namespace aligned {
DEFINE(struct alignas(32) S {
  char a;
  alignas(16) char b;
  alignas(8) float c[3];
  char d;
};)
}
TEST(Layout, HonoursAlignas) {
  using namespace aligned;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, b);
  EXPECT_OFFSET(S, c);
  EXPECT_OFFSET(S, d);
}

namespace unions {
DEFINE(struct S {
  char a;
  union {
    double b;
    char c[9];
  };
  union U {
    int i;
    float f[5];
  } u;
};)
}
TEST(Layout, OverlaysUnions) {
  using namespace unions;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, b);
  EXPECT_OFFSET(S, c);
  EXPECT_OFFSET(S, u);
}

namespace bases {
DEFINE(
    struct A {
      int a;
      char b;
    };
    struct B { short c; }; struct S
    : A,
      B {
        char d;
        double e;
      };)
}
TEST(Layout, PutsBasesFirst) {
  using namespace bases;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, a);
  EXPECT_OFFSET(S, b);
  EXPECT_OFFSET(S, c);
  EXPECT_OFFSET(S, d);
  EXPECT_OFFSET(S, e);
}

namespace tail {
DEFINE(
    struct A {
      A() {}
      int a;
      char b;
    };
    struct S
    : A { char c; };)
}
TEST(Layout, ReusesTheTailOfBasesThatAreNoPod) {
  using namespace tail;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, c);
}

namespace podTail {
DEFINE(
    struct A {
      int a;
      char b;
    };
    struct S
    : A { char c; };)
}
TEST(Layout, KeepsTheTailOfPods) {
  using namespace podTail;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, c);
}

namespace empty {
DEFINE(
    struct E{}; struct F{}; struct S
    : E, F {
      E e;
      int a;
    };)
}
TEST(Layout, EmptyBasesTakeNoPlaceUnlessTheTypeIsThereAlready) {
  using namespace empty;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, e);
  EXPECT_OFFSET(S, a);
}

namespace onlyEmpty {
DEFINE(struct S{};)
}
TEST(Layout, AnEmptyRecordHasOneByte) {
  using namespace onlyEmpty;
  EXPECT_LAYOUT(S);
}

// The host is a witness only where its long and its pointers are as wide as CUDA's.
#ifdef __LP64__
namespace bits {
DEFINE(struct S {
  unsigned a : 3;
  unsigned b : 30;
  char c;
  unsigned d : 5;
  unsigned : 0;
  unsigned e : 2;
  long f : 40;
  char g;
};)
}
TEST(Layout, PacksBitFields) {
  using namespace bits;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, c);
  EXPECT_OFFSET(S, g);
}
#endif

namespace nested {
DEFINE(
    struct In {
      char a;
      float b;
    };
    struct S {
      char a;
      In in[2];
      struct {
        short x, y;
      } p;
      char z;
    };)
}
TEST(Layout, NestsRecordsAndArrays) {
  using namespace nested;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, in);
  EXPECT_OFFSET(S, p);
  EXPECT_OFFSET(S, z);
}

// The host is a witness only where its long and its pointers are as wide as CUDA's.
#ifdef __LP64__
namespace pointers {
DEFINE(struct S {
  char a;
  float* b;
  bool c;
  long long d;
  float(*e)[4];
};)
}
TEST(Layout, PointersHave64Bits) {
  using namespace pointers;
  EXPECT_LAYOUT(S);
  EXPECT_OFFSET(S, b);
  EXPECT_OFFSET(S, d);
  EXPECT_OFFSET(S, e);
}
#endif
#pragma GCC diagnostic pop

/// Sizes and alignments as nvcc 13.0 gives them (sizeof and alignof of every type).
TEST(Layout, VectorTypesAreCudas) {
  struct Row {
    const char* name;
    uint64_t size;
    uint32_t align;
  };
  constexpr Row kRows[] = {
      {"char1", 1, 1},     {"char2", 2, 2},       {"char3", 3, 1},      {"char4", 4, 4},
      {"uchar4", 4, 4},    {"short1", 2, 2},      {"short2", 4, 4},     {"short3", 6, 2},
      {"short4", 8, 8},    {"ushort4", 8, 8},     {"int1", 4, 4},       {"int2", 8, 8},
      {"int3", 12, 4},     {"int4", 16, 16},      {"uint2", 8, 8},      {"long1", 8, 8},
      {"long2", 16, 16},   {"long3", 24, 8},      {"long4", 32, 16},    {"ulong2", 16, 16},
      {"longlong1", 8, 8}, {"longlong2", 16, 16}, {"longlong3", 24, 8}, {"longlong4", 32, 16},
      {"float1", 4, 4},    {"float2", 8, 8},      {"float3", 12, 4},    {"float4", 16, 16},
      {"double1", 8, 8},   {"double2", 16, 16},   {"double3", 24, 8},   {"double4", 32, 16},
      {"dim3", 12, 4},     {"uint3", 12, 4},
  };
  for (const Row& row : kRows) {
    const Program program = programWith("", row.name);
    const Record* record = recordOf(program);
    ASSERT_NE(record, nullptr) << row.name;
    EXPECT_EQ(record->size, row.size) << row.name;
    EXPECT_EQ(record->align, row.align) << row.name;
  }
}

TEST(Layout, TypesAreUniqueAndPrintAsWritten) {
  TypeTable types;
  const Type* number = types.builtin(TypeKind::Float);
  const Type* row = types.arrayOf(number, 33);
  EXPECT_EQ(types.arrayOf(row, 32), types.arrayOf(types.arrayOf(number, 33), 32));
  EXPECT_EQ(toString(types.arrayOf(row, 32)), "float[32][33]");
  EXPECT_EQ(toString(types.pointerTo(types.qualified(number, kConst))), "const float*");
  EXPECT_EQ(toString(types.qualified(types.pointerTo(number), kConst)), "float* const");
  EXPECT_EQ(toString(types.pointerTo(row)), "float (*)[33]");
  EXPECT_EQ(types.lvalueReferenceTo(types.rvalueReferenceTo(number)), types.lvalueReferenceTo(number));
  EXPECT_EQ(types.rvalueReferenceTo(types.lvalueReferenceTo(number)), types.lvalueReferenceTo(number));
  EXPECT_EQ(types.qualified(row, kConst), types.arrayOf(types.qualified(number, kConst), 33));
  EXPECT_EQ(types.arrayOf(row, 32)->size(), 32u * 33u * 4u);
}

} // namespace
} // namespace banklab::lang::testing
