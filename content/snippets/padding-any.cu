__shared__ float tile[32][W];

float along = tile[row][tid];
float down = tile[tid][col];
