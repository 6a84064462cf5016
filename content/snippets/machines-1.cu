float v = shared[tid * 2];
