__shared__ float tile[32][W];

float a = tile[tid][tid];
float b = tile[tid][31 - tid];
float c = tile[tid][0];
