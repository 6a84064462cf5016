// Inline PTX computes what the PTX ISA says, instruction by instruction.

#include "harness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

using namespace banklab::test;

namespace {

using u32 = uint32_t;
using u64 = uint64_t;

/// An instruction of two unsigned inputs, a = 0x9e3779b9 · (i + 1) and b = i, and what it gives.
struct Row {
  const char* text;
  u32 (*meant)(u32 a, u32 b);
};

u32 field(u32 a, u32 position, u32 length, bool isSigned) {
  u32 out = 0;
  const bool sign = isSigned && length && (a >> std::min(position + length - 1, 31u) & 1);
  for (u32 i = 0; i < 32; ++i) {
    const bool inside = i < length && position + i < 32;
    out |= static_cast<u32>(inside ? a >> (position + i) & 1 : sign) << i;
  }
  return out;
}

const Row kRows[] = {
    {"add.u32 %0, %1, %2;", [](u32 a, u32 b) { return a + b; }},
    {"sub.s32 %0, %2, %1;", [](u32 a, u32 b) { return b - a; }},
    {"mul.lo.u32 %0, %1, %2;", [](u32 a, u32 b) { return a * b; }},
    {"mul.hi.u32 %0, %1, %1;", [](u32 a, u32) { return static_cast<u32>(u64{a} * a >> 32); }},
    {"mul.hi.s32 %0, %1, 7;",
     [](u32 a, u32) {
       return static_cast<u32>(static_cast<u64>(int64_t{static_cast<int32_t>(a)} * 7) >> 32);
     }},
    {"mad.lo.s32 %0, %1, %2, -5;", [](u32 a, u32 b) { return a * b - 5; }},
    {"mad.hi.u32 %0, %1, %1, %2;", [](u32 a, u32 b) { return static_cast<u32>(u64{a} * a >> 32) + b; }},
    {"div.u32 %0, %1, 10;", [](u32 a, u32) { return a / 10; }},
    {"rem.u32 %0, %1, 10;", [](u32 a, u32) { return a % 10; }},
    {"min.s32 %0, %1, %2;",
     [](u32 a, u32 b) {
       return static_cast<u32>(std::min(static_cast<int32_t>(a), static_cast<int32_t>(b)));
     }},
    {"max.u32 %0, %1, %2;", [](u32 a, u32 b) { return std::max(a, b); }},
    {"abs.s32 %0, %1;", [](u32 a, u32) { return a >> 31 ? 0 - a : a; }},
    {"neg.s32 %0, %1;", [](u32 a, u32) { return 0 - a; }},
    {"and.b32 %0, %1, 0xff00;", [](u32 a, u32) { return a & 0xff00; }},
    {"or.b32 %0, %1, 0b101;", [](u32 a, u32) { return a | 5; }},
    {"xor.b32 %0, %1, 017;", [](u32 a, u32) { return a ^ 15; }},
    {"not.b32 %0, %1;", [](u32 a, u32) { return ~a; }},
    {"cnot.b32 %0, %2;", [](u32, u32 b) { return static_cast<u32>(b == 0); }},
    {"sad.u32 %0, %1, %2, 3;", [](u32 a, u32 b) { return std::max(a, b) - std::min(a, b) + 3; }},
    {"shl.b32 %0, %1, %2;", [](u32 a, u32 b) { return a << b; }},
    {"shl.b32 %0, %1, 40;", [](u32, u32) { return 0u; }},
    {"shr.u32 %0, %1, %2;", [](u32 a, u32 b) { return a >> b; }},
    {"shr.s32 %0, %1, 99;", [](u32 a, u32) { return a >> 31 ? ~0u : 0u; }},
    {"lop3.b32 %0, %1, %2, 0x0ff0, 0xe8;",
     [](u32 a, u32 b) { return (a & b) | (a & 0x0ff0) | (b & 0x0ff0); }},
    {"lop3.b32 %0, %1, %2, 0x0ff0, 0x1b;",
     [](u32 a, u32 b) {
       u32 out = 0;
       for (u32 i = 0; i < 32; ++i) {
         const u32 at = (a >> i & 1) * 4 + (b >> i & 1) * 2 + (0x0ff0u >> i & 1);
         out |= (0x1bu >> at & 1) << i;
       }
       return out;
     }},
    {"prmt.b32 %0, %1, %2, 0x0123;", [](u32 a, u32) { return __builtin_bswap32(a); }},
    {"shf.l.wrap.b32 %0, %1, %1, %2;", [](u32 a, u32 b) { return std::rotl(a, static_cast<int>(b)); }},
    {"shf.r.clamp.b32 %0, %1, %2, 32;", [](u32, u32 b) { return b; }},
    {"bfe.u32 %0, %1, %2, 9;", [](u32 a, u32 b) { return field(a, b, 9, false); }},
    {"bfe.s32 %0, %1, %2, 9;", [](u32 a, u32 b) { return field(a, b, 9, true); }},
    {"bfe.s32 %0, %1, 4, %2;", [](u32 a, u32 b) { return field(a, 4, b, true); }},
    {"bfi.b32 %0, %1, 0xffffffff, %2, 6;",
     [](u32 a, u32 b) {
       const u32 mask = 63u << b;
       return (0xffffffffu & ~mask) | (a << b & mask);
     }},
    {"popc.b32 %0, %1;", [](u32 a, u32) { return static_cast<u32>(std::popcount(a)); }},
    {"clz.b32 %0, %2;", [](u32, u32 b) { return static_cast<u32>(std::countl_zero(b)); }},
    {"bfind.u32 %0, %2;", [](u32, u32 b) { return 31u - static_cast<u32>(std::countl_zero(b)); }},
    {"dp4a.u32.s32 %0, %1, %2, 5;",
     [](u32 a, u32 b) {
       u32 sum = 5;
       for (u32 i = 0; i < 32; i += 8) sum += (a >> i & 255) * static_cast<u32>(static_cast<int8_t>(b >> i));
       return sum;
     }},
    {"dp2a.hi.s32.u32 %0, %1, 0x01020304, 0;",
     [](u32 a, u32) {
       return static_cast<u32>(static_cast<int16_t>(a)) * 2 + static_cast<u32>(static_cast<int16_t>(a >> 16));
     }},
    {"cvt.s32.s8 %0, %1;", [](u32 a, u32) { return static_cast<u32>(static_cast<int8_t>(a)); }},
    {"cvt.sat.u8.s32 %0, %1;",
     [](u32 a, u32) { return static_cast<u32>(std::clamp(static_cast<int32_t>(a), 0, 255)); }},
    {"{ .reg .u64 t; mul.wide.u32 t, %1, %1; shr.u64 t, t, 32; cvt.u32.u64 %0, t; }",
     [](u32 a, u32) { return static_cast<u32>(u64{a} * a >> 32); }},
    {"{\n .reg .b16 l, h;\n mov.b32 {l, h}, %1; // halves\n mov.b32 %0, {h, l};\n}",
     [](u32 a, u32) { return std::rotl(a, 16); }},
    {"{ .reg .pred p; setp.ge.s32 p, %1, 0; selp.u32 %0, 1, 2, p; }",
     [](u32 a, u32) { return a >> 31 ? 2u : 1u; }},
    {"{ .reg .pred p, q; setp.lt.u32 p|q, %2, 7; mov.u32 %0, 0; @p add.u32 %0, %0, 1; @!q add.u32 %0, %0, "
     "10; }",
     [](u32, u32 b) { return b < 7 ? 11u : 0u; }},
    {"{ .reg .pred p, q; setp.gt.u32 p, %2, 3; setp.lt.and.u32 q, %2, 9, p; selp.b32 %0, %2, 0, q; }",
     [](u32, u32 b) { return b > 3 && b < 9 ? b : 0u; }},
    {"set.lt.u32.u32 %0, %2, 5;", [](u32, u32 b) { return b < 5 ? ~0u : 0u; }},
    {"{ .reg .u32 r<3>; mov.u32 r0, %2; /* thrice */ add.u32 r1, r0, r0; add.u32 r2, r1, r0; mov.u32 %0, r2; "
     "}",
     [](u32, u32 b) { return 3 * b; }},
    {"mov.u32 %0, %%tid.x;", [](u32, u32 b) { return b; }},
    {"mov.u32 %0, %%laneid;", [](u32, u32 b) { return b; }},
    {"mov.u32 %0, %%ntid.x;", [](u32, u32) { return 32u; }},
    {"mov.u32 %0, %%warpid;", [](u32, u32) { return 0u; }},
    {"mov.u32 %0, %%lanemask_lt;", [](u32, u32 b) { return (1u << b) - 1; }},
    {"mov.u32 %0, %%lanemask_ge;", [](u32, u32 b) { return ~((1u << b) - 1); }},
    {"shfl.sync.bfly.b32 %0, %2, 5, 0x1f, 0xffffffff;", [](u32, u32 b) { return b ^ 5; }},
    {"shfl.sync.down.b32 %0, %2, 2, 0x181f, 0xffffffff;", [](u32, u32 b) { return b % 8 < 6 ? b + 2 : b; }},
    {"{ .reg .pred p; setp.eq.u32 p, %2, 4; vote.sync.ballot.b32 %0, p, 0xffffffff; }",
     [](u32, u32) { return 16u; }},
    {"redux.sync.add.u32 %0, %2, 0xffffffff;", [](u32, u32) { return 496u; }},
    {"{ .reg .pred p, q; setp.eq.u32 p, %2, 4; vote.sync.any.pred q, p, 0xffffffff; selp.u32 %0, 1, 2, q; }",
     [](u32, u32) { return 1u; }},
    {"{ .reg .pred p, q; setp.eq.u32 p, %2, 4; vote.sync.all.pred q, !p, 0xffffffff; selp.u32 %0, 1, 2, q; }",
     [](u32, u32) { return 2u; }},
    {"{ .reg .pred p, q; setp.lt.u32 p, %2, 32; vote.sync.all.pred q, p, 0xffffffff; selp.u32 %0, 1, 2, q; }",
     [](u32, u32) { return 1u; }},
    {"{ .reg .pred p, q; setp.lt.u32 p, %2, 32; vote.sync.uni.pred q, !p, 0xffffffff; selp.u32 %0, 1, 2, q; "
     "}",
     [](u32, u32) { return 1u; }},
    {"{ .reg .pred p, q; setp.lt.u32 p, %2, 31; vote.sync.uni.pred q, p, 0xffffffff; selp.u32 %0, 1, 2, q; }",
     [](u32, u32) { return 2u; }},
    {"{ .reg .u32 t; and.b32 t, %2, 3; match.any.sync.b32 %0, t, 0xffffffff; }",
     [](u32, u32 b) { return 0x11111111u << (b & 3); }},
    {"{ .reg .s32 t; sub.s32 t, %2, 5; redux.sync.min.s32 %0, t, 0xffffffff; }",
     [](u32, u32) { return ~0u - 4; }},
    {"{ .reg .u32 t; sub.u32 t, %2, 5; redux.sync.max.u32 %0, t, 0xffffffff; }",
     [](u32, u32) { return ~0u; }},
    {"redux.sync.or.b32 %0, %2, 0xffffffff;", [](u32, u32) { return 31u; }},
    {"redux.sync.xor.b32 %0, %2, 0xffffffff;", [](u32, u32) { return 0u; }},
    {"{ .reg .b32 t; or.b32 t, %2, 8; redux.sync.and.b32 %0, t, 0xffffffff; }", [](u32, u32) { return 8u; }},
    {"{ .reg .pred p; setp.lt.u32 p, %2, 9; bar.red.popc.u32 %0, 0, p; }", [](u32, u32) { return 9u; }},
    {"{ .reg .pred p, q; setp.lt.u32 p, %2, 9; bar.red.and.pred q, 0, !p; selp.u32 %0, 1, 2, q; }",
     [](u32, u32) { return 2u; }},
    {"{ .reg .pred p, q; setp.lt.u32 p, %2, 9; bar.red.or.pred q, 0, p; selp.u32 %0, 1, 2, q; }",
     [](u32, u32) { return 1u; }},
    {"activemask.b32 %0;", [](u32, u32) { return ~0u; }},
    {"mul24.lo.u32 %0, %1, %2;",
     [](u32 a, u32 b) { return static_cast<u32>(u64{a & 0xffffff} * (b & 0xffffff)); }},
    {"mad24.lo.s32 %0, %1, %2, 7;",
     [](u32 a, u32 b) {
       return static_cast<u32>(static_cast<u64>((int64_t{static_cast<int32_t>(a << 8)} >> 8) * b)) + 7;
     }},
    {"{ .reg .s16 h; cvt.s16.s32 h, %1; mul.wide.s16 %0, h, h; }",
     [](u32 a, u32) {
       const auto h = static_cast<int16_t>(a);
       return static_cast<u32>(h * h);
     }},
    {"{ .reg .u16 h; cvt.u16.u32 h, %1; mul.wide.u16 %0, h, h; }",
     [](u32 a, u32) { return (a & 0xffff) * (a & 0xffff); }},
    {"{ .reg .s64 t; mad.wide.s32 t, %1, %1, 9; shr.u64 t, t, 32; cvt.u32.u64 %0, t; }",
     [](u32 a, u32) {
       const int64_t whole = int64_t{static_cast<int32_t>(a)} * static_cast<int32_t>(a) + 9;
       return static_cast<u32>(static_cast<u64>(whole) >> 32);
     }},
    {"{ .reg .pred p, q; setp.gt.u32 p, %2, 20; setp.lt.or.u32 q, %2, 9, p; selp.b32 %0, 1, 2, q; }",
     [](u32, u32 b) { return b > 20 || b < 9 ? 1u : 2u; }},
    {"{ .reg .pred p, q, r; setp.gt.u32 p, %2, 4; setp.lt.xor.u32 q|r, %2, 9, !p; selp.b32 %0, 1, 0, q; @r "
     "add.u32 %0, %0, 2; }",
     [](u32, u32 b) { return ((b < 9) != (b <= 4) ? 1u : 0u) + ((b >= 9) != (b <= 4) ? 2u : 0u); }},
    {"{ .reg .pred p; setp.lt.u32 p, %2, 7; selp.u32 %0, 1, 2, !p; }",
     [](u32, u32 b) { return b < 7 ? 2u : 1u; }},
    {"membar.cta; fence.acq_rel.gpu; prefetch.global.L2 [%1]; mov.b32 %0, 3;", [](u32, u32) { return 3u; }},
};

std::string quoted(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\\n") : std::string(1, c);
  return "\"" + out + "\"";
}

u32 inputOf(int i) { return 0x9e3779b9u * static_cast<u32>(i + 1); }

TEST(PtxValues, EveryInstructionOnWords) {
  for (const Row& row : kRows) {
    EXPECT_EQ(results<u32>("unsigned", "unsigned a = 0x9e3779b9u * (i + 1), b = i; asm volatile(" +
                                           quoted(row.text) + " : \"=r\"(r) : \"r\"(a), \"r\"(b));"),
              each<u32>(32, [&](int i) { return row.meant(inputOf(i), static_cast<u32>(i)); }))
        << row.text;
  }
}

struct RealRow {
  const char* text;
  float (*meant)(float a, float b);
};
const RealRow kRealRows[] = {
    {"add.rn.f32 %0, %1, %2;", [](float a, float b) { return a + b; }},
    {"fma.rn.f32 %0, %1, %2, 0f3F800000;", [](float a, float b) { return std::fma(a, b, 1.0f); }},
    {"mul.ftz.f32 %0, %1, 0.5;", [](float a, float) { return a * 0.5f; }},
    {"max.f32 %0, %1, %2;", [](float a, float b) { return std::max(a, b); }},
    {"neg.f32 %0, %1;", [](float a, float) { return -a; }},
    {"abs.f32 %0, %1;", [](float a, float) { return std::fabs(a); }},
    {"rcp.rn.f32 %0, %1;", [](float a, float) { return 1.0f / a; }},
    {"sqrt.rn.f32 %0, %2;", [](float, float b) { return std::sqrt(b); }},
    {"ex2.approx.ftz.f32 %0, %2;", [](float, float b) { return std::exp2(b); }},
    {"add.sat.f32 %0, %1, %2;", [](float a, float b) { return std::clamp(a + b, 0.0f, 1.0f); }},
    {"cvt.rni.f32.f32 %0, %1;", [](float a, float) { return std::nearbyint(a); }},
    {"{ .reg .s32 t; cvt.rmi.s32.f32 t, %1; cvt.rn.f32.s32 %0, t; }",
     [](float a, float) { return std::floor(a); }},
    {"{ .reg .f64 t; cvt.f64.f32 t, %1; add.f64 t, t, 0d3FF0000000000000; cvt.rn.f32.f64 %0, t; }",
     [](float a, float) { return a + 1; }},
    {"{ .reg .b16 h; cvt.rn.f16.f32 h, %1; cvt.f32.f16 %0, h; }", [](float a, float) { return a; }},
    {"{ .reg .b32 p; .reg .b16 l, h; cvt.rn.f16x2.f32 p, %1, %2; add.f16x2 p, p, p; mov.b32 {l, h}, p; "
     "cvt.f32.f16 %0, h; }",
     [](float a, float) { return 2 * a; }},
    {"{ .reg .b32 p; .reg .b16 l, h; cvt.rn.bf16x2.f32 p, %1, %2; mov.b32 {l, h}, p; cvt.f32.bf16 %0, l; }",
     [](float, float b) { return b; }},
    {"{ .reg .b32 t; cvt.rna.tf32.f32 t, %1; mov.b32 %0, t; }", [](float a, float) { return a; }},
    {"{ .reg .pred p; setp.neu.f32 p, %1, %1; selp.f32 %0, %1, %2, p; }", [](float, float b) { return b; }},
    {"div.rn.f32 %0, %2, %1;", [](float a, float b) { return b / a; }},
    {"sub.f32 %0, %2, %1;", [](float a, float b) { return b - a; }},
    {"copysign.f32 %0, %1, %2;", [](float a, float b) { return std::copysign(b, a); }},
    {"set.lt.f32.f32 %0, %1, 0f00000000;", [](float a, float) { return a < 0 ? 1.0f : 0.0f; }},
};

/// A comparison of floats: whether it holds for two numbers, and that it does where one is not a number.
struct Comparison {
  const char* name;
  bool (*holds)(float a, float b);
  bool ofNaN;
};
const Comparison kComparisons[] = {
    {"eq", [](float a, float b) { return a == b; }, false},
    {"equ", [](float a, float b) { return a == b; }, true},
    {"ne", [](float a, float b) { return a != b; }, false},
    {"neu", [](float a, float b) { return a != b; }, true},
    {"lt", [](float a, float b) { return a < b; }, false},
    {"ltu", [](float a, float b) { return a < b; }, true},
    {"le", [](float a, float b) { return a <= b; }, false},
    {"leu", [](float a, float b) { return a <= b; }, true},
    {"gt", [](float a, float b) { return a > b; }, false},
    {"gtu", [](float a, float b) { return a > b; }, true},
    {"ge", [](float a, float b) { return a >= b; }, false},
    {"geu", [](float a, float b) { return a >= b; }, true},
    {"num", [](float, float) { return true; }, false},
    {"nan", [](float, float) { return false; }, true},
};

TEST(PtxValues, EveryInstructionOnFloats) {
  for (const RealRow& row : kRealRows) {
    EXPECT_EQ(
        results<float>("float", "float a = i * 0.25f - 3.0f, b = i * 2; if (a == 0) a = 9; asm volatile(" +
                                    quoted(row.text) + " : \"=f\"(r) : \"f\"(a), \"f\"(b));"),
        each<float>(32,
                    [&](int i) {
                      const float a = static_cast<float>(i) * 0.25f - 3.0f;
                      return row.meant(a == 0 ? 9.0f : a, static_cast<float>(i * 2));
                    }))
        << row.text;
  }
}

TEST(PtxValues, ComparisonsOfFloatsAreOrderedOrNot) {
  for (const Comparison& one : kComparisons) {
    for (const char* other : {"%2", "0f7FC00000"}) {
      const bool isNaN = other[0] == '0';
      const std::string text = std::string("{ .reg .pred p; setp.") + one.name + ".f32 p, %1, " + other +
                               "; selp.u32 %0, 1, 0, p; }";
      EXPECT_EQ(
          results<u32>("unsigned", "float a = i % 3, b = 1; asm volatile(" + quoted(text) +
                                       " : \"=r\"(r) : \"f\"(a), \"f\"(b));"),
          each<u32>(32, [&](int i) { return isNaN ? one.ofNaN : one.holds(static_cast<float>(i % 3), 1); }))
          << text;
    }
  }
}

TEST(PtxValues, OperandsOfEveryClass) {
  EXPECT_EQ(results<u64>("unsigned long long",
                         "unsigned long long x = 1ull << i; double d = i; unsigned short h = i;"
                         " asm(\"add.u64 %0, %0, %1;\" : \"+l\"(r) : \"l\"(x));"
                         " asm(\"add.f64 %0, %0, %1;\" : \"+d\"(d) : \"d\"(0.5));"
                         " asm(\"mul.lo.u16 %0, %0, %1;\" : \"+h\"(h) : \"n\"(3));"
                         " r = r * 1000 + (unsigned long long)(d * 2) + h;"),
            each<u64>(32, [](int i) { return (u64{1} << i) * 1000 + static_cast<u64>(2 * i + 1 + 3 * i); }));
  EXPECT_EQ(results<int>("int",
                         "int v[2]; asm(\"add.s32 %0, %2, 1;\\n\\t\" \"sub.s32 %1, %2, 1;\" : \"=r\"(v[0]), "
                         "\"=r\"(v[1]) : \"r\"(i)); r = v[0] * 100 + v[1];"),
            each<int>(32, [](int i) { return (i + 1) * 100 + i - 1; }));
}

} // namespace
