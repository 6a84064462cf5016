__shared__ float tile[32][32];
float v = tile[tid][tid & 7];
