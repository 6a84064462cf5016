// input: pixels[i] = 77
// launch: histogram<<<1, 256>>>(out, pixels)
__global__ void histogram(int* out, const int* pixels) {
  __shared__ int bins[256];
  int t = threadIdx.x, lane = t % 32;
  bins[t] = 0;
  __syncthreads();

  int pixel = pixels[t];
  unsigned peers = __match_any_sync(0xffffffff, pixel);
  int leader = __ffs(peers) - 1;
  if (lane == leader)
    atomicAdd(&bins[pixel], __popc(peers));
  __syncthreads();
  out[t] = bins[t];
}
