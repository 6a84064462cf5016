#include "bank/op.hpp"

#include <set>

#include <gtest/gtest.h>

namespace banklab::bank {
namespace {

TEST(Op, NamesAreUniqueAndFindTheirOp) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    EXPECT_TRUE(names.insert(opName(op)).second) << opName(op);
    EXPECT_EQ(opFromName(opName(op)), op);
  }
  EXPECT_FALSE(opFromName("").has_value());
  EXPECT_FALSE(opFromName("ld").has_value());
  EXPECT_FALSE(opFromName("ld.b32 ").has_value());
  EXPECT_FALSE(opFromName("LD.B32").has_value());
}

TEST(Op, KnowsEveryMeasuredOp) {
  for (const char* name : {"ld.u8",        "ld.u16",
                           "ld.b32",       "ld.b64",
                           "ld.v2.b32",    "ld.v4.b32",
                           "st.u8",        "st.u16",
                           "st.b32",       "st.v2.b32",
                           "st.v4.b32",    "atom.add.u32",
                           "atom.max.u32", "atom.exch.b32",
                           "atom.cas.b32", "atom.exch.b64",
                           "atom.cas.b64", "red.add.u32",
                           "ldmatrix.x1",  "ldmatrix.x2",
                           "ldmatrix.x4",  "ldmatrix.x4.trans",
                           "stmatrix.x1",  "stmatrix.x2",
                           "stmatrix.x4",  "stmatrix.x4.trans"}) {
    EXPECT_TRUE(opFromName(name).has_value()) << name;
  }
}

TEST(Op, TellsItsShape) {
  EXPECT_EQ(bytesPerLane(Op::LdV2B64), 16u);
  EXPECT_EQ(opKind(Op::RedIncMerged), OpKind::Atomic);
  EXPECT_EQ(opKindName(opKind(Op::LdU8)), "load");
  EXPECT_EQ(opKindName(opKind(Op::StU8)), "store");
  EXPECT_EQ(opKindName(opKind(Op::AtomCasB64)), "atomic");
  EXPECT_EQ(opKindName(opKind(Op::StmatrixX2)), "matrix");
  EXPECT_EQ(matrixCount(Op::LdmatrixX1), 1u);
  EXPECT_EQ(matrixCount(Op::StmatrixX2Trans), 2u);
  EXPECT_EQ(matrixCount(Op::LdmatrixX4Trans), 4u);
  EXPECT_EQ(matrixCount(Op::LdV4B32), 0u);
  EXPECT_TRUE(countsAsLoad(Op::LdB32));
  EXPECT_TRUE(countsAsLoad(Op::LdmatrixX2));
  EXPECT_FALSE(countsAsLoad(Op::StmatrixX2));
  EXPECT_FALSE(countsAsLoad(Op::StB32));
  EXPECT_FALSE(countsAsLoad(Op::AtomAddU32));
}

} // namespace
} // namespace banklab::bank
