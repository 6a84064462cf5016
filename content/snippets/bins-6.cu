atomicAdd(&x[tid % 4 * s], 1.5f);
