// launch: product<<<1, dim3(32, 32)>>>(c, a, b)
__global__ void product(float* c, const float* a, const float* b) {
  __shared__ float A[32][32], B[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;

  A[ty][tx] = a[ty * 32 + tx];
  B[ty][tx] = b[ty * 32 + tx];
  __syncthreads();

  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += A[ty][k] * B[k][tx];
  c[ty * 32 + tx] = sum;
}
