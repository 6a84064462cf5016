__shared__ float4 v[16], w[16];
float4 a = v[tid / 2];
w[tid / 2] = a;
