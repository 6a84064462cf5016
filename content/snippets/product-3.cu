__shared__ alignas(16) float A[32][64], B[32][128];
int i = tid / 16, j = tid % 16;

float4 x = *(float4*)&A[k][4 * i];
float4 y0 = *(float4*)&B[k][4 * j];
float4 y1 = *(float4*)&B[k][64 + 4 * j];
