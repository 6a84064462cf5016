// Atomics of 16 bytes, which compute capability 9.0 has, on types that are aligned to them.
struct __align__(16) Pair {
  unsigned long long first, second;
};
// launch: k<<<1, 32>>>(out)
__global__ void k(Pair* out) {
  __shared__ Pair slots[32];
  slots[threadIdx.x] = Pair{threadIdx.x, 1};
  __syncthreads();
  const Pair before = atomicExch(&slots[threadIdx.x], Pair{threadIdx.x + 1, 2});
  assert(before.first == threadIdx.x && before.second == 1);
  const Pair kept = atomicCAS(&slots[threadIdx.x], Pair{threadIdx.x, 2}, Pair{0, 0});
  assert(kept.first == threadIdx.x + 1 && slots[threadIdx.x].second == 2);
  atomicCAS(&slots[threadIdx.x], Pair{threadIdx.x + 1, 2}, Pair{9, 9});
  assert(slots[threadIdx.x].first == 9 && slots[threadIdx.x].second == 9);
  atomicExch(&out[threadIdx.x], slots[threadIdx.x]);
}
