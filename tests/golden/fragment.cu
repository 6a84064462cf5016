float a = shared[tid * s];
shared[tid] = a + 1;
if (tid < 8) shared[tid * 32] += col;
