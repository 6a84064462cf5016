__shared__ float4 quads[32];
float4 v = quads[tid / 2];
