__shared__ double d[2048];
double v = d[tid * s];
