__shared__ int bins[512];
for (int i = tid; i < 512; i += 32)
  bins[i] = 0;
__syncwarp();

atomicAdd(&bins[tid % 8 * s], tid);
