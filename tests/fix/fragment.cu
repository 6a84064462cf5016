__shared__ float tile[32][32];
for (int r = 0; r < 32; ++r) tile[r][tid] = r + tid;
__syncthreads();
float v = tile[tid][0];
