// Every matrix that nvcuda::wmma loads from shared memory and stores there: shapes, types and layouts, each with the
// rows side by side and with 16 bytes (of bytes: 32) between them. What a compiler could know of the places and of what
// lies there is left to the launch, so that it keeps every access.
//
// launch: fragments<16, 16, 16, half, half, half, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 24, mem_row_major)
// launch: fragments<16, 16, 16, half, half, half, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 24, mem_col_major)
// launch: fragments<16, 16, 16, half, half, half, col_major, row_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 24, mem_col_major)
// launch: fragments<16, 16, 16, half, half, half, col_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 24, mem_row_major)
// launch: fragments<16, 16, 16, half, half, float, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 20, mem_row_major)
// launch: fragments<16, 16, 16, half, half, float, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 20, mem_col_major)
// launch: fragments<16, 16, 16, half, half, float, col_major, row_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 20, mem_col_major)
// launch: fragments<16, 16, 16, half, half, float, col_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 20, mem_row_major)
// launch: fragments<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 20, mem_row_major)
// launch: fragments<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 20, mem_col_major)
// launch: fragments<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, col_major, row_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 20, mem_col_major)
// launch: fragments<16, 16, 16, __nv_bfloat16, __nv_bfloat16, float, col_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 16, 20, mem_row_major)
// launch: fragments<16, 16, 16, signed char, signed char, int, row_major, row_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 16, 20, mem_row_major)
// launch: fragments<16, 16, 16, signed char, signed char, int, row_major, col_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 16, 20, mem_col_major)
// launch: fragments<16, 16, 16, signed char, signed char, int, col_major, row_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 16, 20, mem_col_major)
// launch: fragments<16, 16, 16, signed char, signed char, int, col_major, col_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 16, 20, mem_row_major)
// launch: fragments<16, 16, 16, unsigned char, unsigned char, int, row_major, row_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 16, 20, mem_row_major)
// launch: fragments<16, 16, 16, unsigned char, unsigned char, int, row_major, col_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 16, 20, mem_col_major)
// launch: fragments<16, 16, 16, unsigned char, unsigned char, int, col_major, row_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 16, 20, mem_col_major)
// launch: fragments<16, 16, 16, unsigned char, unsigned char, int, col_major, col_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 16, 20, mem_row_major)
// launch: fragments<32, 8, 16, half, half, half, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 8, 16, 8, 16, mem_row_major)
// launch: fragments<32, 8, 16, half, half, half, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 32, 40, mem_col_major)
// launch: fragments<32, 8, 16, half, half, half, col_major, row_major><<<1, 32>>>(out, 0, 32, 40, 8, 16, 32, 40, mem_col_major)
// launch: fragments<32, 8, 16, half, half, half, col_major, col_major><<<1, 32>>>(out, 0, 32, 40, 16, 24, 8, 16, mem_row_major)
// launch: fragments<32, 8, 16, half, half, float, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 8, 16, 8, 12, mem_row_major)
// launch: fragments<32, 8, 16, half, half, float, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 32, 36, mem_col_major)
// launch: fragments<32, 8, 16, half, half, float, col_major, row_major><<<1, 32>>>(out, 0, 32, 40, 8, 16, 32, 36, mem_col_major)
// launch: fragments<32, 8, 16, half, half, float, col_major, col_major><<<1, 32>>>(out, 0, 32, 40, 16, 24, 8, 12, mem_row_major)
// launch: fragments<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 8, 16, 8, 12, mem_row_major)
// launch: fragments<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 32, 36, mem_col_major)
// launch: fragments<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float, col_major, row_major><<<1, 32>>>(out, 0, 32, 40, 8, 16, 32, 36, mem_col_major)
// launch: fragments<32, 8, 16, __nv_bfloat16, __nv_bfloat16, float, col_major, col_major><<<1, 32>>>(out, 0, 32, 40, 16, 24, 8, 12, mem_row_major)
// launch: fragments<32, 8, 16, signed char, signed char, int, row_major, row_major><<<1, 32>>>(out, 0, 16, 48, 8, 40, 8, 12, mem_row_major)
// launch: fragments<32, 8, 16, signed char, signed char, int, row_major, col_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 32, 36, mem_col_major)
// launch: fragments<32, 8, 16, signed char, signed char, int, col_major, row_major><<<1, 32>>>(out, 0, 32, 64, 8, 40, 32, 36, mem_col_major)
// launch: fragments<32, 8, 16, signed char, signed char, int, col_major, col_major><<<1, 32>>>(out, 0, 32, 64, 16, 48, 8, 12, mem_row_major)
// launch: fragments<32, 8, 16, unsigned char, unsigned char, int, row_major, row_major><<<1, 32>>>(out, 0, 16, 48, 8, 40, 8, 12, mem_row_major)
// launch: fragments<32, 8, 16, unsigned char, unsigned char, int, row_major, col_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 32, 36, mem_col_major)
// launch: fragments<32, 8, 16, unsigned char, unsigned char, int, col_major, row_major><<<1, 32>>>(out, 0, 32, 64, 8, 40, 32, 36, mem_col_major)
// launch: fragments<32, 8, 16, unsigned char, unsigned char, int, col_major, col_major><<<1, 32>>>(out, 0, 32, 64, 16, 48, 8, 12, mem_row_major)
// launch: fragments<8, 32, 16, half, half, half, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 32, 40, 32, 40, mem_row_major)
// launch: fragments<8, 32, 16, half, half, half, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 8, 16, mem_col_major)
// launch: fragments<8, 32, 16, half, half, half, col_major, row_major><<<1, 32>>>(out, 0, 8, 16, 32, 40, 8, 16, mem_col_major)
// launch: fragments<8, 32, 16, half, half, half, col_major, col_major><<<1, 32>>>(out, 0, 8, 16, 16, 24, 32, 40, mem_row_major)
// launch: fragments<8, 32, 16, half, half, float, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 32, 40, 32, 36, mem_row_major)
// launch: fragments<8, 32, 16, half, half, float, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 8, 12, mem_col_major)
// launch: fragments<8, 32, 16, half, half, float, col_major, row_major><<<1, 32>>>(out, 0, 8, 16, 32, 40, 8, 12, mem_col_major)
// launch: fragments<8, 32, 16, half, half, float, col_major, col_major><<<1, 32>>>(out, 0, 8, 16, 16, 24, 32, 36, mem_row_major)
// launch: fragments<8, 32, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, row_major><<<1, 32>>>(out, 0, 16, 24, 32, 40, 32, 36, mem_row_major)
// launch: fragments<8, 32, 16, __nv_bfloat16, __nv_bfloat16, float, row_major, col_major><<<1, 32>>>(out, 0, 16, 24, 16, 24, 8, 12, mem_col_major)
// launch: fragments<8, 32, 16, __nv_bfloat16, __nv_bfloat16, float, col_major, row_major><<<1, 32>>>(out, 0, 8, 16, 32, 40, 8, 12, mem_col_major)
// launch: fragments<8, 32, 16, __nv_bfloat16, __nv_bfloat16, float, col_major, col_major><<<1, 32>>>(out, 0, 8, 16, 16, 24, 32, 36, mem_row_major)
// launch: fragments<8, 32, 16, signed char, signed char, int, row_major, row_major><<<1, 32>>>(out, 0, 16, 48, 32, 64, 32, 36, mem_row_major)
// launch: fragments<8, 32, 16, signed char, signed char, int, row_major, col_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 8, 12, mem_col_major)
// launch: fragments<8, 32, 16, signed char, signed char, int, col_major, row_major><<<1, 32>>>(out, 0, 8, 40, 32, 64, 8, 12, mem_col_major)
// launch: fragments<8, 32, 16, signed char, signed char, int, col_major, col_major><<<1, 32>>>(out, 0, 8, 40, 16, 48, 32, 36, mem_row_major)
// launch: fragments<8, 32, 16, unsigned char, unsigned char, int, row_major, row_major><<<1, 32>>>(out, 0, 16, 48, 32, 64, 32, 36, mem_row_major)
// launch: fragments<8, 32, 16, unsigned char, unsigned char, int, row_major, col_major><<<1, 32>>>(out, 0, 16, 48, 16, 48, 8, 12, mem_col_major)
// launch: fragments<8, 32, 16, unsigned char, unsigned char, int, col_major, row_major><<<1, 32>>>(out, 0, 8, 40, 32, 64, 8, 12, mem_col_major)
// launch: fragments<8, 32, 16, unsigned char, unsigned char, int, col_major, col_major><<<1, 32>>>(out, 0, 8, 40, 16, 48, 32, 36, mem_row_major)
// launch: fragments<16, 16, 8, precision::tf32, float, float, row_major, row_major><<<1, 32>>>(out, 0, 8, 12, 16, 20, 16, 20, mem_row_major)
// launch: fragments<16, 16, 8, precision::tf32, float, float, row_major, col_major><<<1, 32>>>(out, 0, 8, 12, 8, 12, 16, 20, mem_col_major)
// launch: fragments<16, 16, 8, precision::tf32, float, float, col_major, row_major><<<1, 32>>>(out, 0, 16, 20, 16, 20, 16, 20, mem_col_major)
// launch: fragments<16, 16, 8, precision::tf32, float, float, col_major, col_major><<<1, 32>>>(out, 0, 16, 20, 8, 12, 16, 20, mem_row_major)
// launch: fragments<8, 8, 4, double, double, double, row_major, row_major><<<1, 32>>>(out, 0, 4, 6, 8, 10, 8, 10, mem_row_major)
// launch: fragments<8, 8, 4, double, double, double, row_major, col_major><<<1, 32>>>(out, 0, 4, 6, 4, 6, 8, 10, mem_col_major)
// launch: fragments<8, 8, 4, double, double, double, col_major, row_major><<<1, 32>>>(out, 0, 8, 10, 8, 10, 8, 10, mem_col_major)
// launch: fragments<8, 8, 4, double, double, double, col_major, col_major><<<1, 32>>>(out, 0, 8, 10, 4, 6, 8, 10, mem_row_major)

#include <mma.h>
#include <cuda_bf16.h>
using namespace nvcuda::wmma;

template <int M, int N, int K, typename T, typename E, typename Sum, typename RowsA, typename RowsB>
__global__ void fragments(float* out, int at, int a, int aa, int b, int bb, int c, int cc, layout_t order)
{
    __shared__ __align__(128) char memory[32768];
    volatile unsigned* words = reinterpret_cast<volatile unsigned*>(memory);
    for (int i = threadIdx.x; i < 8192; i += 32)
        words[i] = 0;
    __syncwarp();
    const E* fromA = reinterpret_cast<const E*>(memory + at);
    const E* fromB = reinterpret_cast<const E*>(memory + at + 8192);
    Sum* sums = reinterpret_cast<Sum*>(memory + at + 16384);
    fragment<matrix_a, M, N, K, T, RowsA> x, xx;
    fragment<matrix_b, M, N, K, T, RowsB> y, yy;
    fragment<accumulator, M, N, K, Sum> z, zz;
    load_matrix_sync(x, fromA, a);
    load_matrix_sync(xx, fromA, aa);
    load_matrix_sync(y, fromB, b);
    load_matrix_sync(yy, fromB, bb);
    load_matrix_sync(z, sums, c, order);
    load_matrix_sync(zz, sums, cc, order);
    mma_sync(z, x, y, z);
    mma_sync(zz, xx, yy, zz);
    __syncwarp();
    store_matrix_sync(sums, z, c, order);
    store_matrix_sync(sums + 1024, zz, cc, order);
    __syncwarp();
    for (int i = threadIdx.x; i < 8192; i += 32)
        out[i] = words[i];
}
