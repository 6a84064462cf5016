__shared__ float4 quads[32];
quads[tid / 2] = make_float4(0, 0, 0, 0);
