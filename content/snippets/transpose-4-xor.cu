// launch: transpose<<<dim3(8, 8), dim3(16, 16)>>>(out, in, 128)
__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16, y = blockIdx.y * 16;

  tile[ty][tx ^ ty] = in[(y + ty) * n + x + tx];
  __syncthreads();
  out[(x + ty) * n + y + tx] = tile[tx][ty ^ tx];
}
