// launch: k<<<1, 64>>>(out)
__global__ void k(float* out) {
  __shared__ float a[64];
  a[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = a[63 - threadIdx.x];
}
