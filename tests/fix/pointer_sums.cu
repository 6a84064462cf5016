// Elements that a pointer and a sum name, as people write them for wide accesses.
// launch: stage<<<1, 256>>>(in, out)
__global__ void stage(const float* in, float* out) {
  __shared__ __align__(16) float tile[8 * 128];
  float* p = tile;
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) *(p + (t % 8) * 128 + (t / 8 * 4 + i)) = in[t * 4 + i];
  __syncthreads();
  float4 v = *reinterpret_cast<const float4*>(tile + t * 4);
  float4 w = reinterpret_cast<float4*>(p + (255 - t) * 4)[0];
  out[t] = (v.x * 0.5f + v.y) * 0.5f + v.z - v.w + *(tile + t) + (w.x - w.w);
}
