float v = shared[tid];
