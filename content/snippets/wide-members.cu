__shared__ float4 v[32];
float4 a = v[tid];

float x = v[tid].x;
float y = v[tid].y;
float z = v[tid].z;
float w = v[tid].w;
