// launch: load<<<1, 80>>>(in)
__global__ void load(const float* in) {
  __shared__ float x[80];
  x[threadIdx.x] = in[threadIdx.x];
}
