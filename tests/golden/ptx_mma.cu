// mma.sync works on registers alone: it computes, and touches no shared memory.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[16 * 8];
  const int i = threadIdx.x;
  const unsigned one = 0x3c003c00u; // two halves of 1
  float d[4] = {};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(one), "r"(one), "r"(one), "r"(one), "r"(one), "r"(one), "f"(1.f), "f"(2.f), "f"(3.f), "f"(4.f));
  assert(d[0] == 17 && d[1] == 18 && d[2] == 19 && d[3] == 20);
  // As each lane holds it: two neighbours of a row in each register pair.
  *reinterpret_cast<float2*>(&s[i / 4 * 8 + i % 4 * 2]) = make_float2(d[0], d[1]);
  *reinterpret_cast<float2*>(&s[(i / 4 + 8) * 8 + i % 4 * 2]) = make_float2(d[2], d[3]);
  assert(s[i / 4 * 8 + i % 4 * 2] == 17);
}
