__shared__ float4 v[32];
float4 a, b, c;
if (tid < 8)
  a = v[tid];
if (tid % 2 == 0)
  b = v[tid];
if (tid % 2 == 0)
  c = v[tid / 2];
