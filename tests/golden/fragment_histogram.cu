// A histogram of undeclared bins: its atomics are the only use.
atomicAdd(&hist[tid % 4], 1);
atomicAdd(total, 1);
