// launch: k<<<1, 64>>>(out)
__global__ void k(unsigned* out) {
  unsigned lane = threadIdx.x % 32, r, sum, odd;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(r) : "r"(lane));
  assert(r == (lane ^ 3));
  asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x181f, 0xffffffff;" : "=r"(r) : "r"(lane));
  assert(r == (lane % 8 == 7 ? lane : lane + 1));
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(lane));
  assert(sum == 496);
  asm volatile("{ .reg .pred p; and.b32 %0, %1, 1; setp.ne.u32 p, %0, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
               : "=&r"(odd) : "r"(lane));
  assert(odd == 0xaaaaaaaa);
  asm volatile("bar.warp.sync 0xffffffff; membar.cta;");
  asm volatile("barrier.sync.aligned 0;");
  out[threadIdx.x] = r;
}
