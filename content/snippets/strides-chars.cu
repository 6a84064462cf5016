__shared__ char c[4096];
char v = c[tid * s];
