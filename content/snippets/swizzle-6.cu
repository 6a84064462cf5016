__shared__ float tile[32][24];

float a = tile[tid][col ^ (tid & 7)];
float b = tile[tid][col ^ (tid / 4 & 7)];
float c = tile[tid][(col + tid) % 24];
