#include <cuda_fp16.h>

// launch: fragments<<<1, 32>>>(out)
template <int W>
__global__ void fragments(half2* out) {
  __shared__ __align__(128) half tile[16][8 * W];
  int lane = threadIdx.x;
  if (lane < 16)
    for (int i = 0; i < 16; i++)
      tile[i][lane] = __float2half(i * 16 + lane);
  __syncwarp();

  // Four matrices of 8 by 8: each lane names a row of 16 bytes.
  unsigned r[4];
  unsigned row = __cvta_generic_to_shared(&tile[lane % 16][lane / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
               "{%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(row));

  // The same by hand: each lane fetches what it will hold.
  half2 h[4];
  for (int i = 0; i < 4; i++)
    h[i] = *(half2*)&tile[i % 2 * 8 + lane / 4][i / 2 * 8 + lane % 4 * 2];

  for (int i = 0; i < 4; i++) {
    assert(r[i] == *(unsigned*)&h[i]);
    out[lane * 4 + i] = h[i];
  }
}
