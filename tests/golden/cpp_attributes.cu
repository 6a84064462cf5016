// Attributes and CUDA's qualifiers are read and passed over where they change nothing that is modelled.
[[nodiscard]] __device__ __forceinline__ int one() { return 1; }
__device__ __noinline__ int two([[maybe_unused]] int unused) { return 2; }
extern "C" __global__ void __launch_bounds__(32, 2) k(float* __restrict__ out, const float* __restrict__ in);

// launch: k<<<1, 32>>>(out, in)
extern "C" __global__ void __launch_bounds__(32, 2) k(float* __restrict__ out, const float* __restrict__ in) {
  __shared__ volatile float s[32];
  [[maybe_unused]] const int unused = one();
#pragma unroll 4
  for (int j = 0; j < 4; ++j) s[threadIdx.x] = in[j];
  switch (two(0)) {
  case 2: out[0] = s[threadIdx.x]; [[fallthrough]];
  default: break;
  }
}
