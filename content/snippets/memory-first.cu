__shared__ float a[512];
float x = a[tid];
float y = a[tid * 16];
