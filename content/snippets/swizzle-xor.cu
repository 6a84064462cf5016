__shared__ float tile[32][32];

float along = tile[row][tid ^ row];
float down = tile[tid][col ^ tid];
