__shared__ alignas(16) float A[32][64], B[32][64];

// A warp as 2 rows of 16 threads, in their order.
int i = tid / 16, j = tid % 16;
float4 x = *(float4*)&A[k][4 * i];
float4 y = *(float4*)&B[k][4 * j];

// A warp as 4 rows of 8 threads, in pairs.
int row = tid / 16 * 2 + tid % 2, col = tid / 2 % 8;
float4 u = *(float4*)&A[k][4 * row];
float4 v = *(float4*)&B[k][4 * col];
