// cp.async as libraries write it: with a source size for the edge, groups, and a ring of stages.
__device__ __forceinline__ void copy16(void* to, const void* from, bool valid) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(address), "l"(from), "r"(valid ? 16 : 0));
}

// launch: k<<<1, 32>>>(in)
__global__ void k(const float4* in) {
  __shared__ float4 ring[2][32];
  const int i = threadIdx.x;
  copy16(&ring[0][i], in + i, true);
  asm volatile("cp.async.commit_group;\n");
  for (int step = 0; step < 4; ++step) {
    copy16(&ring[(step + 1) % 2][i], in + (step + 1) * 32 + i, step < 3);
    asm volatile("cp.async.commit_group;\n");
    asm volatile("cp.async.wait_group %0;\n" ::"n"(1));
    __syncthreads();
    assert(ring[step % 2][31 - i].x == (step * 32 + 31 - i) * 4);
    __syncthreads();
  }
  asm volatile("cp.async.wait_all;\n");
  assert(ring[0][i].x == 0); // beyond the edge: zeros
}
