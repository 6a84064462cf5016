// launch: k<<<1, 32>>>(out)
// Two halves in a register: packed by cvt, added together, taken apart by mov.
__global__ void k(float* out) {
  float low = threadIdx.x, high = threadIdx.x * 0.25f;
  unsigned both;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  asm("add.rn.f16x2 %0, %0, %0;" : "+r"(both));
  unsigned short l, h;
  asm("mov.b32 {%0, %1}, %2;" : "=h"(l), "=h"(h) : "r"(both));
  float a, b;
  asm("cvt.f32.f16 %0, %1;" : "=f"(a) : "h"(l));
  asm("cvt.f32.f16 %0, %1;" : "=f"(b) : "h"(h));
  assert(a == 2 * low && b == 2 * high);
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
  assert(both >> 16 == __float_as_uint(high) >> 16);
  out[threadIdx.x] = a + b;
}
