float a = shared[0];
float b = shared[tid * 32];
