// Conditionals as they guard device code: architectures, features, values of macros, `defined` in each form.
#define TILE 16
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define HAS_ASYNC 1
#elif !defined __CUDACC__
#error this is CUDA
#else
#define HAS_ASYNC 0
#endif
#ifndef PAD
#define PAD (16 % 2 == 0 ? 1 : 0)
#endif
#if TILE * 2 == 32 && (PAD) == 1
#define ROWS 32
#endif
#ifdef NOTHING
this is not read: 'a quote that never ends
#endif
#undef TILE
#if TILE
#error undefined names are 0
#endif

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[ROWS][16 + PAD];
  s[threadIdx.x][0] = HAS_ASYNC;
  assert(s[threadIdx.x][0] == 1 && sizeof(s[0]) == 68);
  assert(__LINE__ == 29);
}
