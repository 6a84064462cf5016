float v = shared[tid * 3];
