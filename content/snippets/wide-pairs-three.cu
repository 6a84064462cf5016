__shared__ float4 v[32];
float4 a = v[tid / 2];
float4 b = v[tid / 4 * 2 + tid % 2];
float4 c = v[(tid + 1) / 2];
