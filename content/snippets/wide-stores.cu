__shared__ float4 v[16];
float4 a = v[tid / 2];
v[tid / 2] = a;
