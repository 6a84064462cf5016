// launch: product<<<1, dim3(16, 16)>>>(c, a, b)
__global__ void product(float* c, const float* a, const float* b) {
  __shared__ float A[16][32 + 1], B[32][16];
  int tx = threadIdx.x, ty = threadIdx.y;

  for (int i = 0; i < 32; i += 16) {
    A[ty][tx + i] = a[ty * 32 + tx + i];
    B[ty + i][tx] = b[(ty + i) * 16 + tx];
  }
  __syncthreads();

  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += A[ty][k] * B[k][tx];
  c[ty * 16 + tx] = sum;
}
