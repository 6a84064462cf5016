__shared__ float4 v[1024];
float4 a = v[tid * s];
