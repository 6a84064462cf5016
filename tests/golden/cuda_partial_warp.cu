// A block that ends within a warp: the lanes that are not there take no part.
// launch: k<<<1, 40>>>()
__global__ void k() {
  __shared__ float s[40 * 2];
  const int i = threadIdx.x;
  s[2 * i] = i;
  __syncthreads();
  assert(s[2 * (39 - i)] == 39 - i);
  if (i >= 32) assert(__activemask() == 0xff);
}
