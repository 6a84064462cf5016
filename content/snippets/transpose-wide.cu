// launch: transpose<<<dim3(4, 4), dim3(8, 32)>>>(out, in, 128)
__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][32 + 1];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 32, y = blockIdx.y * 32;

  float4 v = *reinterpret_cast<const float4*>(&in[(y + ty) * n + x + 4 * tx]);
  tile[ty][4 * tx + 0] = v.x;
  tile[ty][4 * tx + 1] = v.y;
  tile[ty][4 * tx + 2] = v.z;
  tile[ty][4 * tx + 3] = v.w;
  __syncthreads();
  v.x = tile[4 * tx + 0][ty];
  v.y = tile[4 * tx + 1][ty];
  v.z = tile[4 * tx + 2][ty];
  v.w = tile[4 * tx + 3][ty];
  *reinterpret_cast<float4*>(&out[(x + ty) * n + y + 4 * tx]) = v;
}
