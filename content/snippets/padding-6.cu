__shared__ alignas(16) float tile[32][64 + p];

float4 part = *reinterpret_cast<float4*>(&tile[tid][0]);
float down = tile[tid][0];
