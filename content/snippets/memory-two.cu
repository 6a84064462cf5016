__shared__ float a[40];
__shared__ float b[32];
float x = a[tid];
float y = b[tid];
