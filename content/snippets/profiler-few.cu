__shared__ float4 quads[32];
if (tid < m) float4 v = quads[tid];
