// Lines that the preprocessor leaves out are not changed with the others: of `plain` they follow the declaration,
// of `walked` they would not, nor of the threads.
// launch: k<<<1, dim3(32, 32)>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float plain[32][32], walked[32][32];
  plain[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  walked[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
#ifdef STRAIGHT
  out[threadIdx.y * 32 + threadIdx.x] = plain[threadIdx.y][threadIdx.x] + (&walked[0][0])[threadIdx.x];
#else
  out[threadIdx.y * 32 + threadIdx.x] = plain[threadIdx.x][threadIdx.y] + walked[threadIdx.x][threadIdx.y];
#endif
}
