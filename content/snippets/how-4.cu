if (tid < 3) atomicAdd(&sums[tid * 32], 1.0f);
