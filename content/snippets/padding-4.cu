__shared__ double tile[32][W];
double v = tile[tid][0];
