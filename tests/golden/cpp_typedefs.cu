// typedef and using: of arrays, pointers, functions' parameters, classes.
typedef float Row[32];
typedef struct {
  int a, b;
} Pair;
typedef unsigned int u32, *u32Pointer;
using Matrix = Row[4];

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Matrix m;
  __shared__ Pair pairs[32];
  __shared__ u32 words[32];
  const u32Pointer p = words;
  m[2][threadIdx.x] = 1;
  pairs[threadIdx.x].b = 2;
  p[threadIdx.x] = 3;
}
