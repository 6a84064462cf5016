// The 8-bit floating-point types: storage and conversions.
#include <cuda_fp8.h>
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ __nv_fp8_e4m3 s[32];
  __shared__ __nv_fp8_e5m2 t[32];
  s[threadIdx.x] = __nv_fp8_e4m3(1.5f);
  t[threadIdx.x] = __nv_fp8_e5m2(-3.0f);
  assert(float(s[threadIdx.x]) == 1.5f && float(t[threadIdx.x]) == -3.0f);
  assert(float(__nv_fp8_e4m3(1000.0f)) == 448.0f && float(__nv_fp8_e4m3(17.0f)) == 16.0f && float(__nv_fp8_e4m3(19.0f)) == 20.0f);
  assert(float(__nv_fp8_e5m2(1e6f)) == 57344.0f && float(__nv_fp8_e4m3(0.001953125f)) == 0.001953125f && sizeof(__nv_fp8_e4m3) == 1);
}
