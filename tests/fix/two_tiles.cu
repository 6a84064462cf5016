// launch: product<<<1, dim3(32, 32)>>>(out, a, b)
__global__ void product(float* out, const float* a, const float* b) {
  __shared__ float as[32][32], bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  as[tx][ty] = a[ty * 32 + tx];
  bs[tx][ty] = b[ty * 32 + tx];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += as[k][ty] * bs[tx][k];
  out[ty * 32 + tx] = sum;
}
