__shared__ float tile[32][32];

float along = tile[row][(tid + row) % 32];
float down = tile[tid][(col + tid) % 32];
