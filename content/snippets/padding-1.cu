__shared__ float tile[32][W];
float v = tile[tid][0];
