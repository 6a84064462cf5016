// Rows of 64 halves: the eight rows of a matrix begin in the same banks.
// launch: tiles<<<1, 32>>>(in, out)
#include <cuda_fp16.h>
__global__ void tiles(const uint4* in, unsigned* out) {
  __shared__ __align__(128) __half tile[16][64];
  int lane = threadIdx.x;
  for (int i = lane; i < 128; i += 32) *reinterpret_cast<uint4*>(&tile[i / 8][i % 8 * 8]) = in[i];
  __syncwarp();
  for (int k = 0; k < 64; k += 16) {
    unsigned r[4];
    unsigned at = (unsigned)__cvta_generic_to_shared(&tile[lane % 16][k + lane / 16 * 8]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
                 : "r"(at));
    for (int i = 0; i < 4; ++i) out[(k / 16 * 4 + i) * 32 + lane] = r[i];
  }
}
