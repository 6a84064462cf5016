// bfloat16, one and two at a time.
#include <cuda_bf16.h>
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ __nv_bfloat16 s[32];
  __shared__ __nv_bfloat162 pairs[32];
  const int i = threadIdx.x;
  s[i] = __float2bfloat16(1.0f + i);
  pairs[i] = __floats2bfloat162_rn(1.0f, 3.0f);
  assert(__bfloat162float(s[i]) == 1.0f + i && __bfloat162float(__hadd(s[i], s[i])) == 2.0f + 2 * i);
  assert(__bfloat162float(__float2bfloat16(257.0f)) == 256.0f && __bfloat162float(__float2bfloat16(259.0f)) == 260.0f);
  assert(__bfloat16_as_ushort(__float2bfloat16(1.0f)) == 0x3f80 && __bfloat162float(__float2bfloat16_rz(259.0f)) == 258.0f);
  __nv_bfloat162 v = __hadd2(pairs[i], __float2bfloat162_rn(1.0f));
  v = __hfma2(v, v, v);
  assert(__low2float(v) == 6.0f && __high2float(v) == 20.0f && __bfloat1622float2(v).y == 20.0f);
  assert(__bfloat162float(__low2bfloat16(v)) == 6.0f && sizeof(__nv_bfloat162) == 4 && sizeof(nv_bfloat16) == 2);
  const __nv_bfloat16 x = 2.0f;
  assert(float(x * x) == 4.0f && x > __nv_bfloat16(1.0f) && float(hsqrt(__float2bfloat16(16.0f))) == 4.0f);
}
