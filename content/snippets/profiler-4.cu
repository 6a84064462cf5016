__shared__ float4 quads[32];
float a = words[tid];
float4 b = quads[tid];
