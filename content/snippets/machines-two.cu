float v = shared[tid * s];
