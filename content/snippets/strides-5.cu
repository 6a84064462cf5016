float a = shared[tid * 20 + k];
float b = shared[tid * 21 + k];
float c = shared[tid * 24 + k];
float d = shared[k * 32 + tid];
float e = shared[(31 - tid) * 20 + k];
