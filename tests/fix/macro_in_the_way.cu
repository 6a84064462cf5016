// The access stands in a macro that names the array twice, so that its subscripts cannot be rewritten.
// launch: swap<<<1, 32>>>(out)
#define SWAP(i, j) { int held = a[i]; a[i] = a[j]; a[j] = held; }
__global__ void swap(int* out) {
  __shared__ int a[2048];
  int t = threadIdx.x;
  for (int i = t; i < 2048; i += 32) SWAP(i, i);
  __syncwarp();
  SWAP(t * 32, t * 64 + 1);
  __syncwarp();
  out[t] = a[t];
}
