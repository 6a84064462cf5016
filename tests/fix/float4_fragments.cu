// Rows of 32 floats, read four at a time down a column: a padding has to keep them aligned.
// launch: fragments<<<1, 128>>>(in, out)
__global__ void fragments(const float4* in, float4* out) {
  __shared__ __align__(16) float tile[64][32];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += 128) *reinterpret_cast<float4*>(&tile[i / 8][i % 8 * 4]) = in[i];
  __syncthreads();
  for (int c = 0; c < 32; c += 8)
    out[c / 8 * 128 + t] = *reinterpret_cast<const float4*>(&tile[t % 64][c + t / 64 * 4]);
}
