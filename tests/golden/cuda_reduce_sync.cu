// Reductions of a warp by one instruction.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  s[lane] = __reduce_add_sync(0xffffffff, lane);
  assert(s[lane] == 496);
  assert(__reduce_min_sync(0xffffffff, lane - 5) == -5 && __reduce_max_sync(0xffffffff, lane - 5) == 26);
  assert(__reduce_max_sync(0xffffffff, unsigned(lane)) == 31u);
  assert(__reduce_or_sync(0xffffffff, 1u << lane) == 0xffffffffu);
  assert(__reduce_and_sync(0xffffffff, ~(1u << lane)) == 0u && __reduce_xor_sync(0xffffffff, 1u << lane) == 0xffffffffu);
}
