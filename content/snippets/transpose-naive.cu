// launch: transpose<<<dim3(4, 4), dim3(32, 8)>>>(out, in, 128)
__global__ void transpose(float* out, const float* in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;

  for (int i = 0; i < 32; i += 8)
    out[x * n + y + i] = in[(y + i) * n + x];
}
