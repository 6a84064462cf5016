// half: conversions, arithmetic, comparisons, rounded to nearest even.
#include <cuda_fp16.h>
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ half s[64];
  const int i = threadIdx.x;
  s[2 * i] = __float2half(1.0f);
  s[2 * i + 1] = __int2half_rn(i);
  half x = s[2 * i], y = s[2 * i + 1];
  assert(__half2float(x + y) == 1.0f + i && __half2float(__hmul(y, y)) == i * i);
  x += __float2half(0.5f);
  assert(x > y || i > 1);
  assert(__half2float(__float2half(2049.0f)) == 2048.0f && __half2float(__float2half(2051.0f)) == 2052.0f);
  assert(__half2float(__float2half(65520.0f)) == INFINITY && __half_as_ushort(__float2half(6.0e-8f)) == 1);
  assert(__half2float(__float2half_rz(2051.0f)) == 2050.0f && __half2float(__float2half_ru(2049.0f)) == 2050.0f && __half2float(__float2half_rd(-2049.0f)) == -2050.0f);
  assert(__half2float(__hfma(half(3.0f), half(2.0f), half(1.0f))) == 7.0f && __half2float(-half(2.0f)) == -2.0f);
  assert(__hlt(half(1.0f), half(2.0f)) && __heq(half(1.0f), half(1.0f)) && __hge(half(2.0f), half(2.0f)) && !__hgt(half(1.0f), half(2.0f)));
  assert(__half2float(hsqrt(half(9.0f))) == 3.0f && __half2float(__hmax(half(1.0f), half(2.0f))) == 2.0f && __half2float(__habs(half(-1.0f))) == 1.0f);
  assert(__half2int_rn(half(2.5f)) == 2 && __half2int_rz(half(-2.7f)) == -2 && __half2float(__ushort_as_half((unsigned short)0x3c00)) == 1.0f);
  assert(__hisnan(__float2half(NAN)) && __hisinf(half(INFINITY)) && sizeof(half) == 2);
  const float widened = x;
  const half narrowed = 0.1f;
  assert(widened == 1.5f && static_cast<float>(narrowed) == 0.0999755859375f);
  assert(__half2float(__shfl_sync(0xffffffff, y, 3)) == 3.0f);
}
