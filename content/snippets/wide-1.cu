__shared__ float4 v[32];
float4 a = v[31 - tid];
