__shared__ float2 v[1024];
float2 a = v[tid * s];
