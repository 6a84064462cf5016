// launch: product<<<1, dim3(16, 16)>>>(c, a, b)
__global__ void product(float* c, const float* a, const float* b) {
  __shared__ float A[16][16], B[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;

  A[ty][tx] = a[ty * 16 + tx];
  B[ty][tx] = b[ty * 16 + tx];
  __syncthreads();

  float sum = 0;
  for (int k = 0; k < 16; k++)
    sum += A[ty][k] * B[k][tx];
  c[ty * 16 + tx] = sum;
}
