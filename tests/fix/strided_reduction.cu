// Interleaved addressing: neighbouring threads go to words 2·s apart.
// launch: reduce<<<2, 256>>>(in, out)
__global__ void reduce(const float* in, float* out) {
  __shared__ float part[256];
  unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    int i = 2 * s * t;
    if (i < blockDim.x) part[i] += part[i + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
