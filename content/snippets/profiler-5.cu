__shared__ float4 quads[32];
if (tid < 12) float4 v = quads[tid * 2];
