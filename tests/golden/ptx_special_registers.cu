// launch: k<<<dim3(2, 1), dim3(8, 8)>>>(out)
__global__ void k(unsigned* out) {
  unsigned lane, warp, x, y, size, below, block;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%tid.x;" : "=r"(x));
  asm("mov.u32 %0, %%tid.y;" : "=r"(y));
  asm("mov.u32 %0, %%ntid.y;" : "=r"(size));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  assert(lane == (threadIdx.y * 8 + threadIdx.x) % 32 && warp == threadIdx.y / 4);
  assert(x == threadIdx.x && y == threadIdx.y && size == 8 && block == blockIdx.x);
  assert(below == (1u << lane) - 1);
  out[threadIdx.y * 8 + threadIdx.x] = lane;
}
