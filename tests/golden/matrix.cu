// launch: product<<<1, 32>>>(out)
#include <mma.h>
using namespace nvcuda;
__global__ void product(float* out) {
  __shared__ __align__(128) half a[16][16];
  __shared__ __align__(128) half b[16][24];
  for (int i = threadIdx.x; i < 256; i += 32) a[i / 16][i % 16] = b[i / 16][i % 16] = (half)(float)(i % 9);
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;
  wmma::fill_fragment(z, 0.0f);
  wmma::load_matrix_sync(x, &a[0][0], 16);
  wmma::load_matrix_sync(y, &b[0][0], 24);
  wmma::mma_sync(z, x, y, z);
  wmma::store_matrix_sync(out, z, 16, wmma::mem_row_major);
  unsigned r[4];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "l"(__cvta_generic_to_shared(&a[threadIdx.x % 16][threadIdx.x / 16 * 8])));
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};"
               :: "r"((unsigned)__cvta_generic_to_shared(&b[threadIdx.x % 16][0])), "r"(r[0]), "r"(r[1]));
}
