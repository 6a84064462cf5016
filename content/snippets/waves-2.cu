float a = shared[tid % 8];
float b = shared[31 - tid];
float c = shared[tid ^ 5];
float d = shared[tid % 2 * 32];
float e = shared[tid * 2];
