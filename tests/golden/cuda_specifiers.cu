// Every word in front of a function, alone and together, in either order.
__host__ __device__ __forceinline__ int both(int x) { return x + 1; }
static __device__ inline int one(int x) { return both(x) * 2; }
__device__ __noinline__ int two(const int* __restrict__ p, int i) { return p[i]; }
extern "C" __device__ int three(int x) { return -x; }
inline __host__ int hostOnly(int x) { return x; }
extern "C" __global__ void __launch_bounds__(64, 2) k(int* __restrict__ out);

// launch: k<<<1, 64>>>(out)
extern "C" __global__ void __launch_bounds__(64, 2) k(int* __restrict__ out) {
  __shared__ int s[64];
  const int i = threadIdx.x;
  s[i] = one(i);
  assert(two(s, i) == 2 * i + 2 && three(i) == -i);
  out[i] = s[i];
}
