// Four neighbours of each thread, written and read one at a time by statements that follow one another.
// launch: quads<<<2, 64>>>(in, out)
__global__ void quads(const float* in, float* out) {
  __shared__ float quad[256];
  int t = threadIdx.x, at = (blockIdx.x * 64 + t) * 4;
  quad[4 * t] = in[at];
  quad[4 * t + 1] = in[at + 1] * 2;
  quad[4 * t + 2] = 1;
  quad[4 * t + 3] = in[at + 3] + in[at + 2];
  __syncthreads();
  int other = 63 - t;
  float a = quad[4 * other], b = quad[4 * other + 1];
  float c = quad[4 * other + 2];
  out[blockIdx.x * 64 + t] = (a * 0.5f + b) * 0.5f + c - quad[4 * other + 3];
}
