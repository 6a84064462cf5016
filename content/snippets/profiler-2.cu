float v = shared[tid * 8];
