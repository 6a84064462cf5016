// launch: load<<<1, 128>>>(in)
__global__ void load(const float* in) {
  __shared__ float tile[48][80];
  for (int i = threadIdx.x; i < 48 * 80; i += 128)
    tile[i / 80][i % 80] = in[i];
}
