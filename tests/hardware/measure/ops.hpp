// Every instruction that can be measured: X(name, bytes per lane, assembly).
//
// The name is the model's (core/bank/op.hpp). `%0` is the lane's address in shared memory; what is loaded or
// given back goes to %1 … %4, what is stored or added comes from there. An operation whose result is not used
// is written as `red`, so that the assembler may choose the instruction without a result.
#pragma once

#define LOADS(X)                                                                                             \
  X("ld.u8", 1, "ld.volatile.shared.u8 %1, [%0];")                                                           \
  X("ld.u16", 2, "ld.volatile.shared.u16 %1, [%0];")                                                         \
  X("ld.b32", 4, "ld.volatile.shared.b32 %1, [%0];")                                                         \
  X("ld.b64", 8, "{ .reg .b64 v; ld.volatile.shared.b64 v, [%0]; mov.b64 {%1, %2}, v; }")                    \
  X("ld.v2.u8", 2, "ld.volatile.shared.v2.u8 {%1, %2}, [%0];")                                               \
  X("ld.v4.u8", 4, "ld.volatile.shared.v4.u8 {%1, %2, %3, %4}, [%0];")                                       \
  X("ld.v2.u16", 4, "ld.volatile.shared.v2.u16 {%1, %2}, [%0];")                                             \
  X("ld.v4.u16", 8, "ld.volatile.shared.v4.u16 {%1, %2, %3, %4}, [%0];")                                     \
  X("ld.v2.b32", 8, "ld.volatile.shared.v2.b32 {%1, %2}, [%0];")                                             \
  X("ld.v4.b32", 16, "ld.volatile.shared.v4.b32 {%1, %2, %3, %4}, [%0];")                                    \
  X("ld.v2.b64", 16,                                                                                         \
    "{ .reg .b64 v, w; ld.volatile.shared.v2.b64 {v, w}, [%0]; mov.b64 {%1, %2}, v; mov.b64 {%3, %4}, w; }") \
  X("ldmatrix.x1", 16, "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%1}, [%0];")                               \
  X("ldmatrix.x2", 16, "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%1, %2}, [%0];")                           \
  X("ldmatrix.x4", 16, "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%1, %2, %3, %4}, [%0];")                   \
  X("ldmatrix.x1.trans", 16, "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%1}, [%0];")                   \
  X("ldmatrix.x2.trans", 16, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%1, %2}, [%0];")               \
  X("ldmatrix.x4.trans", 16, "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%1, %2, %3, %4}, [%0];")

#define STORES(X)                                                                                            \
  X("st.u8", 1, "st.volatile.shared.u8 [%0], %1;")                                                           \
  X("st.u16", 2, "st.volatile.shared.u16 [%0], %1;")                                                         \
  X("st.b32", 4, "st.volatile.shared.b32 [%0], %1;")                                                         \
  X("st.b64", 8, "{ .reg .b64 v; mov.b64 v, {%1, %2}; st.volatile.shared.b64 [%0], v; }")                    \
  X("st.v2.u8", 2, "st.volatile.shared.v2.u8 [%0], {%1, %2};")                                               \
  X("st.v4.u8", 4, "st.volatile.shared.v4.u8 [%0], {%1, %2, %3, %4};")                                       \
  X("st.v2.u16", 4, "st.volatile.shared.v2.u16 [%0], {%1, %2};")                                             \
  X("st.v4.u16", 8, "st.volatile.shared.v4.u16 [%0], {%1, %2, %3, %4};")                                     \
  X("st.v2.b32", 8, "st.volatile.shared.v2.b32 [%0], {%1, %2};")                                             \
  X("st.v4.b32", 16, "st.volatile.shared.v4.b32 [%0], {%1, %2, %3, %4};")                                    \
  X("st.v2.b64", 16,                                                                                         \
    "{ .reg .b64 v, w; mov.b64 v, {%1, %2}; mov.b64 w, {%3, %4}; st.volatile.shared.v2.b64 [%0], {v, w}; }") \
  X("stmatrix.x1", 16, "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};")                               \
  X("stmatrix.x2", 16, "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};")                           \
  X("stmatrix.x4", 16, "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};")                   \
  X("stmatrix.x1.trans", 16, "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};")                   \
  X("stmatrix.x2.trans", 16, "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};")               \
  X("stmatrix.x4.trans", 16, "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};")

#define ATOM32(name, operation) X(name, 4, "atom.shared." operation " %1, [%0], %2;")
#define RED32(name, operation) X(name, 4, "red.shared." operation " [%0], %2;")
#define ATOM64(name, operation)                                                                              \
  X(name, 8,                                                                                                 \
    "{ .reg .b64 v; mov.b64 v, {%3, %4}; atom.shared." operation " v, [%0], v; mov.b64 {%1, %2}, v; }")
#define RED64(name, operation)                                                                               \
  X(name, 8, "{ .reg .b64 v; mov.b64 v, {%3, %4}; red.shared." operation " [%0], v; }")
#define ATOM16(name, operation)                                                                              \
  X(name, 2,                                                                                                 \
    "{ .reg .b16 v, w; mov.b32 {v, w}, %2; atom.shared." operation " v, [%0], v; mov.b32 %1, {v, w}; }")

// clang-format off
#define ATOMICS(X)                                                                                           \
  ATOM32("atom.add.u32", "add.u32") ATOM32("atom.inc.u32", "inc.u32") ATOM32("atom.dec.u32", "dec.u32")      \
  ATOM32("atom.min.u32", "min.u32") ATOM32("atom.max.u32", "max.u32") ATOM32("atom.min.s32", "min.s32")      \
  ATOM32("atom.max.s32", "max.s32") ATOM32("atom.and.b32", "and.b32") ATOM32("atom.or.b32", "or.b32")        \
  ATOM32("atom.xor.b32", "xor.b32") ATOM32("atom.exch.b32", "exch.b32")                                      \
  X("atom.cas.b32", 4, "atom.shared.cas.b32 %1, [%0], %2, %3;")                                              \
  ATOM32("atom.add.f32", "add.f32") ATOM32("atom.add.f16x2", "add.noftz.f16x2")                              \
  ATOM32("atom.add.bf16x2", "add.noftz.bf16x2")                                                              \
  ATOM16("atom.add.f16", "add.noftz.f16") ATOM16("atom.add.bf16", "add.noftz.bf16")                          \
  ATOM64("atom.exch.b64", "exch.b64")                                                                        \
  X("atom.cas.b64", 8,                                                                                       \
    "{ .reg .b64 v, w; mov.b64 v, {%1, %2}; mov.b64 w, {%3, %4}; atom.shared.cas.b64 v, [%0], v, w; "         \
    "mov.b64 {%1, %2}, v; }")                                                                                \
  ATOM64("atom.add.u64", "add.u64") ATOM64("atom.min.u64", "min.u64") ATOM64("atom.max.u64", "max.u64")      \
  ATOM64("atom.min.s64", "min.s64") ATOM64("atom.max.s64", "max.s64") ATOM64("atom.and.b64", "and.b64")      \
  ATOM64("atom.or.b64", "or.b64") ATOM64("atom.xor.b64", "xor.b64") ATOM64("atom.add.f64", "add.f64")        \
  X("atom.exch.b128", 16,                                                                                    \
    "{ .reg .b64 v, w; .reg .b128 q; mov.b64 v, {%1, %2}; mov.b64 w, {%3, %4}; mov.b128 q, {v, w}; "          \
    "atom.shared.exch.b128 q, [%0], q; mov.b128 {v, w}, q; mov.b64 {%1, %2}, v; }")                          \
  X("atom.cas.b128", 16,                                                                                     \
    "{ .reg .b64 v, w; .reg .b128 q; mov.b64 v, {%1, %2}; mov.b64 w, {%3, %4}; mov.b128 q, {v, w}; "          \
    "atom.shared.cas.b128 q, [%0], q, q; mov.b128 {v, w}, q; mov.b64 {%1, %2}, v; }")                        \
  RED32("red.add.u32", "add.u32") RED32("red.inc.u32", "inc.u32") RED32("red.dec.u32", "dec.u32")            \
  RED32("red.min.u32", "min.u32") RED32("red.max.u32", "max.u32") RED32("red.min.s32", "min.s32")            \
  RED32("red.max.s32", "max.s32") RED32("red.and.b32", "and.b32") RED32("red.or.b32", "or.b32")              \
  RED32("red.xor.b32", "xor.b32") RED32("red.add.f32", "add.f32")                                            \
  RED64("red.add.u64", "add.u64") RED64("red.min.u64", "min.u64") RED64("red.max.u64", "max.u64")            \
  RED64("red.and.b64", "and.b64") RED64("red.or.b64", "or.b64") RED64("red.xor.b64", "xor.b64")              \
  RED64("red.add.f64", "add.f64")                                                                            \
  X("red.inc.merged", 4, "red.shared.add.u32 [%0], 1;")
// clang-format on
