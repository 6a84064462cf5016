// Templates that unroll by recursion: each level is an instance with its own accesses at one place.
template <int Stride>
__device__ void halve(volatile float* s, int i) {
  if (i < Stride) s[i] += s[i + Stride];
  if constexpr (Stride > 1) halve<Stride / 2>(s, i);
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[64];
  const int i = threadIdx.x;
  s[i] = i;
  s[i + 32] = i;
  halve<32>(s, i);
  if (i == 0) assert(s[0] == 992);
}
