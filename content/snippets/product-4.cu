#include <cuda_fp16.h>

// launch: load<<<1, 32>>>()
template <int W>
__global__ void load() {
  __shared__ __align__(128) half tile[16][W];
  int lane = threadIdx.x;
  if (lane < 16)
    for (int i = 0; i < 16; i++)
      tile[i][lane] = __float2half(i);
  __syncwarp();

  unsigned r[4];
  unsigned row = __cvta_generic_to_shared(&tile[lane % 16][lane / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
               "{%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(row));
}
