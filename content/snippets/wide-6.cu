__shared__ alignas(16) float t[32][16 + 4 * q];
float4 v = *(float4*)&t[tid][0];
