float v = shared[tid * 7];
