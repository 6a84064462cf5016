float v = shared[tid * 0];
