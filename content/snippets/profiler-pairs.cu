__shared__ float4 few[4];
float4 a = few[tid % 4];
float4 b = few[tid / 2 % 4];
float4 c = few[tid / 8];
float4 d = few[3];
