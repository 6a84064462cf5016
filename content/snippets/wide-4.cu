__shared__ double d[17];
double a = d[tid / 2];
double b = d[(tid + 1) / 2];
