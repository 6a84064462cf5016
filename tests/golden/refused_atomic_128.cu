// Atomics of 16 bytes, which compute capability 9.0 has.
struct __align__(16) Pair {
  unsigned long long first, second;
};
// launch: k<<<1, 32>>>(out)
__global__ void k(Pair* out) { atomicCAS(&out[threadIdx.x], Pair{0, 0}, Pair{1, 2}); }
