// launch: transpose<<<dim3(4, 4), dim3(8, 32)>>>(out, in, 128)
__global__ void transpose(float* out, const float* in, int n) {
  __shared__ alignas(16) float tile[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 32, y = blockIdx.y * 32;

  float4 v = *reinterpret_cast<const float4*>(&in[(y + ty) * n + x + 4 * tx]);
  *reinterpret_cast<float4*>(&tile[ty][(tx ^ ty / 4) * 4]) = v;
  __syncthreads();
  int at = (ty / 4 ^ tx) * 4 + ty % 4;
  v.x = tile[4 * tx + 0][at];
  v.y = tile[4 * tx + 1][at];
  v.z = tile[4 * tx + 2][at];
  v.w = tile[4 * tx + 3][at];
  *reinterpret_cast<float4*>(&out[(x + ty) * n + y + 4 * tx]) = v;
}
