// launch: transpose<<<dim3(4, 4), dim3(32, 8)>>>(out, in, 128)
__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 32, y = blockIdx.y * 32;

  for (int i = ty; i < 32; i += 8)
    tile[i][tx ^ i] = in[(y + i) * n + x + tx];
  __syncthreads();
  for (int i = ty; i < 32; i += 8)
    out[(x + i) * n + y + tx] = tile[tx][i ^ tx];
}
