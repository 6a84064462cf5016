atomicAdd(&x[tid % n * s], 1.5f);
