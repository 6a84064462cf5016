// input: codes[i] = i * i % 64
// launch: histogram<<<1, 32>>>(out, codes)
__global__ void histogram(int* out, const int* codes) {
  __shared__ int bins[64][32];
  int lane = threadIdx.x;
  for (int b = 0; b < 64; b++)
    bins[b][lane] = 0;

  for (int i = 0; i < 16; i++) {
    int code = codes[i * 32 + lane];
    bins[code][lane] += i;
  }
  for (int b = 0; b < 64; b++) {
    int sum = __reduce_add_sync(0xffffffff, bins[b][lane]);
    if (lane == 0)
      out[b] = sum;
  }
}
