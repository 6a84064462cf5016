// Atomics with a scope, and on global memory, which is no access to shared memory.
// launch: k<<<1, 32>>>(counters)
__global__ void k(int* counters) {
  __shared__ int s[32];
  s[threadIdx.x] = 0;
  atomicAdd_block(&s[threadIdx.x], 3);
  atomicMax_system(&s[threadIdx.x], 2);
  assert(s[threadIdx.x] == 3);
  atomicExch(&counters[threadIdx.x], 5);
  atomicAdd(&counters[threadIdx.x], 1);
  assert(counters[threadIdx.x] == 6);
}
