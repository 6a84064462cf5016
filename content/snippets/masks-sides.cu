// launch: sides<<<1, 256>>>(out)
__global__ void sides(float* out) {
  __shared__ float a[256], b[256];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = -t;
  __syncthreads();

  float v;
  if (t % 2)
    v = a[t];
  else
    v = b[t];

  float w = t % 2 ? a[t] : b[t];

  float u;
  if (t / 32 % 2)
    u = a[t];
  else
    u = b[t];
  out[t] = v + w + u;
}
