// Votes, the active mask, matches.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ unsigned s[32];
  const int lane = threadIdx.x;
  const unsigned even = __ballot_sync(0xffffffff, lane % 2 == 0);
  s[lane] = even;
  assert(even == 0x55555555u && s[lane] == even);
  assert(__any_sync(0xffffffff, lane == 7) && !__all_sync(0xffffffff, lane == 7));
  assert(__match_any_sync(0xffffffff, lane / 8) == 0xffu << (lane / 8 * 8));
  int all;
  assert(__match_all_sync(0xffffffff, 5, &all) == 0xffffffffu && all);
  assert(__match_all_sync(0xffffffff, lane, &all) == 0 && !all);
  if (lane < 4) assert(__activemask() == 0xfu);
  __syncwarp();
}
