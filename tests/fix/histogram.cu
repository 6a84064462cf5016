// Many lanes add to one bin.
// launch: histogram<<<2, 256>>>(codes, out)
// input: codes[i] = i * i % 8
__global__ void histogram(const int* codes, unsigned* out) {
  __shared__ unsigned bins[32];
  if (threadIdx.x < 32) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[codes[blockIdx.x * 256 + threadIdx.x]], 3u);
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
