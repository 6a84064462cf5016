float v = shared[tid % 4 * 32];
