__shared__ float2 pairs[32];
float2 v = pairs[tid];
