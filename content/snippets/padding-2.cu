__shared__ float tile[32][24 + p];
float v = tile[tid][0];
