__shared__ float4 quads[32];
float a = words[tid * 4];
float4 b = quads[tid];
