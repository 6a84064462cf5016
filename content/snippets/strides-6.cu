float v = shared[tid * tid];
