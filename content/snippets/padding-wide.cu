__shared__ alignas(16) float tile[32][32 + p];
float4 row = *reinterpret_cast<float4*>(&tile[tid][0]);
float down = tile[tid][3];
