__shared__ alignas(16) float tile[32][32];

int place = (chunk ^ (tid % 8)) * 4;
float4 four = *reinterpret_cast<float4*>(&tile[tid][place]);
float one = tile[tid][place + 1];
