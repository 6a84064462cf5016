// The value of an assignment is what it stored: nothing is read back.
#include <cuda_fp16.h>
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float a[32];
  __shared__ half b[32];
  __shared__ int c[32];
  const int i = threadIdx.x;
  a[i] = b[i] = c[i] = i;
  const int twice = c[i] += 2;
  assert(a[i] == i && twice == i + 2 && c[i] == i + 2);
}
