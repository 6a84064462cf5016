// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = ({ int x = 1; x + 1; });
}
