// Block merge sort of key/value pairs with merge path; a C-style library with handles.
#include <cuda_runtime.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MS_THREADS 128
#define MS_ITEMS 7
#define MS_TILE (MS_THREADS * MS_ITEMS)

typedef uint32_t ms_key_t;
typedef struct { ms_key_t key; uint32_t value; } ms_pair_t;
typedef enum { MS_SUCCESS = 0, MS_BAD_SIZE, MS_CUDA_ERROR } ms_status_t;

typedef struct {
  ms_key_t *keys[2];
  uint32_t *values[2];
  size_t capacity;
  int device;
} ms_handle_t;

static __device__ __forceinline__ int merge_path(const ms_key_t *a, int na, const ms_key_t *b, int nb, int diag) {
  int lo = max(0, diag - nb), hi = min(diag, na);
  while (lo < hi) {
    const int mid = (lo + hi) >> 1;
    if (a[mid] <= b[diag - 1 - mid]) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

static __device__ __forceinline__ void serial_merge(const ms_key_t *keys, int a, int a_end, int b, int b_end,
                                                    ms_key_t *out, int *from) {
#pragma unroll
  for (int i = 0; i < MS_ITEMS; ++i) {
    const bool take_a = b >= b_end || (a < a_end && keys[a] <= keys[b]);
    from[i] = take_a ? a : b;
    out[i] = take_a ? keys[a] : (b < b_end ? keys[b] : UINT_MAX);
    if (take_a) ++a; else ++b;
  }
}

extern "C" __global__ void __launch_bounds__(MS_THREADS)
ms_block_sort(const ms_key_t *keys_in, const uint32_t *values_in, ms_key_t *keys_out, uint32_t *values_out, int n)
{
  __shared__ union {
    ms_key_t keys[MS_TILE + 1];
    uint32_t values[MS_TILE];
  } s;
  const int tid = threadIdx.x, base = blockIdx.x * MS_TILE;
  ms_key_t k[MS_ITEMS];
  uint32_t v[MS_ITEMS];
  int from[MS_ITEMS];

  for (int i = 0; i < MS_ITEMS; ++i) {
    const int g = base + tid * MS_ITEMS + i;
    k[i] = g < n ? keys_in[g] : UINT_MAX;
    v[i] = g < n ? values_in[g] : 0u;
  }
  /* odd-even transposition within a thread */
#pragma unroll
  for (int pass = 0; pass < MS_ITEMS; ++pass)
#pragma unroll
    for (int i = pass & 1; i < MS_ITEMS - 1; i += 2)
      if (k[i] > k[i + 1]) {
        const ms_key_t tk = k[i]; k[i] = k[i + 1]; k[i + 1] = tk;
        const uint32_t tv = v[i]; v[i] = v[i + 1]; v[i + 1] = tv;
      }

  for (int width = 1; width < MS_THREADS; width <<= 1) {
    for (int i = 0; i < MS_ITEMS; ++i) s.keys[tid * MS_ITEMS + i] = k[i];
    __syncthreads();
    const int group = tid & ~(2 * width - 1);
    const int a0 = group * MS_ITEMS, b0 = a0 + width * MS_ITEMS, len = width * MS_ITEMS;
    const int diag = (tid - group) * MS_ITEMS;
    const int mp = merge_path(s.keys + a0, len, s.keys + b0, len, diag);
    serial_merge(s.keys, a0 + mp, a0 + len, b0 + diag - mp, b0 + len, k, from);
    __syncthreads();
    for (int i = 0; i < MS_ITEMS; ++i) s.values[tid * MS_ITEMS + i] = v[i];
    __syncthreads();
    for (int i = 0; i < MS_ITEMS; ++i) v[i] = s.values[from[i]];
    __syncthreads();
  }
  for (int i = 0; i < MS_ITEMS; ++i) {
    const int g = base + tid * MS_ITEMS + i;
    if (g < n) { keys_out[g] = k[i]; values_out[g] = v[i]; }
  }
}

ms_status_t ms_create(ms_handle_t **out, size_t capacity)
{
  ms_handle_t *h = (ms_handle_t *)calloc(1, sizeof *h);
  if (!h) return MS_BAD_SIZE;
  h->capacity = capacity;
  for (int i = 0; i < 2; ++i) {
    if (cudaMalloc((void **)&h->keys[i], capacity * sizeof(ms_key_t)) != cudaSuccess) goto fail;
    if (cudaMalloc((void **)&h->values[i], capacity * sizeof(uint32_t)) != cudaSuccess) goto fail;
  }
  *out = h;
  return MS_SUCCESS;
fail:
  free(h);
  return MS_CUDA_ERROR;
}

ms_status_t ms_sort_blocks(ms_handle_t *h, int n)
{
  if (n <= 0 || (size_t)n > h->capacity) return MS_BAD_SIZE;
  const unsigned grid = (n + MS_TILE - 1) / MS_TILE;
  ms_block_sort<<<grid, MS_THREADS>>>(h->keys[0], h->values[0], h->keys[1], h->values[1], n);
  return cudaGetLastError() == cudaSuccess ? MS_SUCCESS : MS_CUDA_ERROR;
}

int main(int argc, char *argv[])
{
  int n = argc > 1 ? atoi(argv[1]) : 5000;
  ms_handle_t *h = NULL;
  if (ms_create(&h, (size_t)n) != MS_SUCCESS) return EXIT_FAILURE;
  ms_key_t *host = (ms_key_t *)malloc(n * sizeof *host);
  for (int i = 0; i < n; ++i) host[i] = (ms_key_t)rand();
  cudaMemcpy(h->keys[0], host, n * sizeof *host, cudaMemcpyHostToDevice);
  ms_status_t st = ms_sort_blocks(h, n);
  cudaDeviceSynchronize();
  printf("status %d\n", (int)st);
  free(host);
  return st;
}
