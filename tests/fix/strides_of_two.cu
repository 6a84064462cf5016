// Strides of 8 and of 64 elements: one gap parts those of 8 alone, a second one those of 64 too.
// launch: hops<<<1, 32, 2048 * sizeof(float)>>>(out)
__global__ void hops(float* out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int i = t; i < 2048; i += 32) s[i] = i;
  __syncwarp();
  out[t] = s[t * 8] + s[t * 64];
}
