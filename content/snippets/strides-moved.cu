float a = shared[tid * s + c];
float b = shared[(31 - tid) * s + c];
