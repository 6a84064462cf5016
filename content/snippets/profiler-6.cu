__shared__ float3 points[32];
float3 p = points[tid];
