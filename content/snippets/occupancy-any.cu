// launch: turn<<<1, 256>>>(out, in)
template <int H, int W>
__global__ void turn(float* out, const float* in) {
  __shared__ float tile[H][W];
  for (int i = threadIdx.x; i < H * W; i += 256)
    tile[i / W][i % W] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < H * W; i += 256)
    out[i] = tile[i % H][i / H];
}
