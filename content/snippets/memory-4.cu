__shared__ double d[64];
double v = d[20];
