__shared__ double d[64];
double v = d[tid * 2];
