__shared__ float4 quads[32];
float4 v = quads[tid % 4 < 2 ? tid : tid ^ 3];
