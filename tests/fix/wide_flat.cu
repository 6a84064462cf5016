// A flat array, written four elements at a time and read down a column.
// launch: turn<<<1, 64>>>(in, out)
__global__ void turn(const float4* in, float* out) {
  __shared__ float tile[64 * 32];
  int t = threadIdx.x;
  for (int i = t; i < 64 * 8; i += 64) *reinterpret_cast<float4*>(&tile[i / 8 * 32 + i % 8 * 4]) = in[i];
  __syncthreads();
  for (int c = 0; c < 32; ++c) out[c * 64 + t] = tile[t * 32 + c];
}
