float v = shared[tid * m];
