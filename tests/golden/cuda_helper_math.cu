// Arithmetic of short vectors, as CUDA's samples have it in helper_math.h.
#include <helper_math.h>

// launch: bodies<<<1, 32>>>(out, in)
__global__ void bodies(float4* out, const float4* in) {
  __shared__ float4 s[32];
  s[threadIdx.x] = in[threadIdx.x] * 2.0f + make_float4(1.0f);
  __syncthreads();
  float3 force = make_float3(0.0f);
  for (int i = 0; i < 4; ++i) {
    const float3 way = make_float3(s[i] - s[threadIdx.x]);
    force += normalize(way) * length(way) + cross(way, make_float3(0, 0, 1)) / 2.0f;
  }
  const float2 flat = lerp(make_float2(force), make_float2(1, 2), 0.5f);
  out[threadIdx.x] = clamp(make_float4(-force, dot(flat, flat)), 0.0f, 100.0f);
}
