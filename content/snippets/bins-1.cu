__shared__ int bins[32];
bins[tid] = 0;
__syncwarp();

int old = bins[tid / 4];
atomicAdd(&bins[tid / 4], tid);
