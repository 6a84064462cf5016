__shared__ alignas(16) float B[32][128];
int tx = tid % 16;

float4 near0 = *(float4*)&B[k][8 * tx];
float4 near1 = *(float4*)&B[k][8 * tx + 4];

float4 far0 = *(float4*)&B[k][4 * tx];
float4 far1 = *(float4*)&B[k][64 + 4 * tx];
