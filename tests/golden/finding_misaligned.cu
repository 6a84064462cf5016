// A wide access at an address that is not a multiple of its size stops a GPU.
// launch: k<<<1, 32>>>(out)
__global__ void k(float* out) {
  __shared__ __align__(16) float s[32 * 5];
  const int i = threadIdx.x;
  for (int j = 0; j < 5; ++j) s[5 * i + j] = i;
  __syncwarp();
  const float4 v = *reinterpret_cast<float4*>(&s[5 * i]);
  out[i] = v.x;
}
