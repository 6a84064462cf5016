// Integer atomics on shared memory: each operation, each type, results used.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int i;
  __shared__ unsigned u;
  __shared__ unsigned long long w;
  if (threadIdx.x == 0) i = 10, u = 5, w = 1;
  __syncwarp();
  atomicAdd(&i, 2);
  assert(i == 74);
  __syncwarp();
  atomicSub(&i, 2);
  atomicMax(&i, static_cast<int>(threadIdx.x) + 90);
  assert(i == 121);
  __syncwarp();
  atomicMin(&i, -static_cast<int>(threadIdx.x));
  assert(i == -31);
  atomicAnd(&u, 7u);
  atomicOr(&u, 8u);
  atomicXor(&u, 1u << threadIdx.x);
  assert(u == (0xffffffffu ^ 13u));
  __syncwarp();
  atomicExch(&u, 3u);
  __syncwarp();
  atomicInc(&u, 4u);
  assert(u == (3 + 32) % 5);
  __syncwarp();
  atomicDec(&u, 4u);
  assert(u == 3u);
  atomicAdd(&w, 1ull << 32);
  atomicMax(&w, 5ull);
  assert(w == (32ull << 32) + 1);
}
