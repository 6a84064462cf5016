// launch: histogram<<<1, 32>>>(out)
template <int W>
__global__ void histogram(int* out) {
  __shared__ int bins[32][W];
  int lane = threadIdx.x;
  for (int c = 0; c < 32; c++)
    for (int b = lane; b < 64; b += 32)
      bins[c][b] = 0;
  __syncwarp();

  atomicAdd(&bins[lane][5], lane);
  __syncwarp();
  int sum = 0;
  for (int c = 0; c < 32; c++)
    sum += bins[c][lane];
  out[lane] = sum;
}
