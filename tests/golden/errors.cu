// launch: k<<<1, 32>>>(out)
__global__ void broken(float* out) {
  __shared__ float a[32]
  out[0] = a[threadIdx.y] + nothing;
}
__global__ void k(float* out) {
  __shared__ float a[32];
  a[threadIdx.x + 1] = 1;
  out[0] = a[0];
}
