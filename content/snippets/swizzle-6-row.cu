__shared__ float tile[40][24];
float v = tile[tid][0 ^ tid];
