__shared__ float4 quads[32];
if (tid < n) float4 v = quads[tid];
