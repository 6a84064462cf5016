float a = shared[tid * 3];
float b = shared[tid % 3 * 32];
float c = shared[tid / 3 * 32];
float d = shared[tid * 35];
