// Macros with # and ##, variadic ones, conditionals, pragmas, predefined names.
#define JOIN(a, b) a##b
#define TEXT(x) #x
#define SUM(first, ...) (first + __VA_ARGS__)
#define TILE 32
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
#define HAS_SYNC 1
#else
#define HAS_SYNC 0
#endif
#ifdef __CUDACC__
#define QUALIFIERS __device__ __forceinline__
#endif
QUALIFIERS int JOIN(tw, ice)(int x) { return 2 * x; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[TILE * TILE];
  s[threadIdx.x * TILE] = SUM(1, 2 + 3);
  assert(s[threadIdx.x * TILE] == 6 && twice(4) == 8 && HAS_SYNC && sizeof(TEXT(abc)) == 4);
  assert(__LINE__ == 21);
}
