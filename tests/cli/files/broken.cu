__global__ void k(float* out) {
  __shared__ float a[32];
  a[threadIdx.x] = unknown;
	out[threadIdx.x] = a[threadIdx.x]; /* 世界 */ out[0] = missing;
}
