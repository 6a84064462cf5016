// half2: one 32-bit access, arithmetic on both halves.
#include <cuda_fp16.h>
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ half2 s[32];
  __shared__ half rows[32][2];
  const int i = threadIdx.x;
  s[i] = __floats2half2_rn(1.0f, 2.0f);
  half2 v = s[i];
  assert(__low2float(v) == 1.0f && __high2float(v) == 2.0f && __half22float2(v).y == 2.0f);
  *reinterpret_cast<half2*>(rows[i]) = __halves2half2(__low2half(v), __high2half(v));
  v = __hadd2(v, __float2half2_rn(0.5f));
  v = v * __half2half2(__float2half(2.0f));
  v += half2(half(1.0f), half(1.0f));
  assert(__low2float(v) == 4.0f && __high2float(v) == 6.0f);
  v = __hfma2(v, v, v);
  assert(__low2float(v) == 20.0f && __high2float(v) == 42.0f);
  v = __lowhigh2highlow(v);
  assert(__half2float(v.x) == 42.0f && __half2float(v.y) == 20.0f);
  assert(__low2float(__hmin2(v, __half2half2(half(30.0f)))) == 30.0f && __hbeq2(v, v) && __hbgt2(v, __float2half2_rn(1.0f)));
  assert(__low2float(__heq2(v, __halves2half2(half(42.0f), half(0.0f)))) == 1.0f);
  assert(__low2float(h2sqrt(__float2half2_rn(16.0f))) == 4.0f && __low2float(h2exp(__float2half2_rn(0.0f))) == 1.0f);
  assert(__low2float(__shfl_down_sync(0xffffffff, __float2half2_rn(i), 1)) == (i == 31 ? 31 : i + 1));
  assert(sizeof(half2) == 4 && alignof(half2) == 4 && __half2float(rows[i][1]) == 2.0f);
  assert(__low2float(__lows2half2(v, s[i])) == 42.0f && __high2float(__highs2half2(v, s[i])) == 2.0f && __low2float(__low2half2(v)) == 42.0f);
}
