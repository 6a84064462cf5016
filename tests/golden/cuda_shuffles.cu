// Shuffles of each kind, with a width, on several types.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  const int lane = threadIdx.x;
  assert(__shfl_sync(0xffffffff, lane * 2, 5) == 10);
  assert(__shfl_up_sync(0xffffffff, lane, 1) == (lane == 0 ? 0 : lane - 1));
  assert(__shfl_down_sync(0xffffffff, lane, 4, 8) == (lane % 8 < 4 ? lane + 4 : lane));
  assert(__shfl_xor_sync(0xffffffff, lane * 0.5f, 16) == (lane ^ 16) * 0.5f);
  assert(__shfl_sync(0xffffffff, 1ll << 40 | lane, 3) == (1ll << 40 | 3));
  double sum = lane;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (lane == 0) s[0] = sum;
  assert(lane != 0 || s[0] == 496);
}
