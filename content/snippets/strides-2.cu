float v = shared[tid * 20];
