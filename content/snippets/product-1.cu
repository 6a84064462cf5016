// launch: product<<<1, dim3(8, 8)>>>(c, a, b)
__global__ void product(float* c, const float* a, const float* b) {
  __shared__ float A[8][8], B[8][8];
  int tx = threadIdx.x, ty = threadIdx.y;

  A[ty][tx] = a[ty * 8 + tx];
  B[ty][tx] = b[ty * 8 + tx];
  __syncthreads();

  float sum = 0;
  for (int k = 0; k < 8; k++)
    sum += A[ty][k] * B[k][tx];
  c[ty * 8 + tx] = sum;
}
