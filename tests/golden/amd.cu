// options: {"machine": "gfx942"}
// launch: k<<<1, 128>>>(out)
__global__ void k(float* out) {
  __shared__ float a[128];
  __shared__ float4 b[128];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = make_float4(0, 0, 0, 0);
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x].x;
}
