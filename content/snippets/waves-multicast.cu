float v = shared[tid / 4];
