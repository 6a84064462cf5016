__shared__ int bins[1024];
for (int i = tid; i < 1024; i += 32)
  bins[i] = 0;
__syncwarp();

int bin = tid % n * s;
int old = bins[bin];
atomicAdd(&bins[bin], tid);
