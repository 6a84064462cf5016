__shared__ float tile[32][32];

float plain = tile[tid][tid];
float xored = tile[tid][tid ^ tid];
float rotated = tile[tid][(tid + tid) % 32];
