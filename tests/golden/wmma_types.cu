// launch: k<<<1, 32>>>(out)
#include <mma.h>
using namespace nvcuda::wmma;
// Fragments of bytes: along k they come by ldmatrix, across k byte by byte; x[] is each lane's own part.
__global__ void k(int* out) {
  __shared__ __align__(128) unsigned char a[256], b[256];
  __shared__ __align__(128) int c[256];
  for (int i = threadIdx.x; i < 256; i += 32) a[i] = i % 7, b[i] = i % 5;
  __syncwarp();
  fragment<matrix_a, 16, 16, 16, unsigned char, row_major> x;
  fragment<matrix_b, 16, 16, 16, unsigned char, row_major> y;
  fragment<accumulator, 16, 16, 16, int> z;
  fill_fragment(z, 1);
  load_matrix_sync(x, a, 16);
  load_matrix_sync(y, b, 16);
  mma_sync(z, x, y, z);
  for (int i = 0; i < z.num_elements; ++i) z.x[i] *= 2;
  store_matrix_sync(c, z, 16, mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32) {
    int sum = 1;
    for (int j = 0; j < 16; ++j) sum += (i / 16 * 16 + j) % 7 * ((j * 16 + i % 16) % 5);
    assert(c[i] == 2 * sum);
    out[i] = c[i];
  }
}
