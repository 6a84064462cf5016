__shared__ half t[32][32 + p];
half v = t[tid][0];
