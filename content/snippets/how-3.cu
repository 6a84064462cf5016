__shared__ float4 quads[32];
if (tid % 2 == 0) float4 v = quads[tid];
