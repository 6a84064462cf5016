__shared__ half t[32][64 + p];
half v = t[tid][0];
