// Under a launch that nobody wrote an error may be the launch's: it is a note, which says what was assumed.
__global__ void k(float* out, int n) {
  extern __shared__ float s[];
  __shared__ float few[16];
  few[threadIdx.x] = n;
  s[n * 16] = few[0];
  out[threadIdx.x] = s[threadIdx.x];
}
