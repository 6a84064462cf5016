// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  static_assert(sizeof(s) == 64, "the tile is half as large");
  s[threadIdx.x] = 1;
}
