// CSR SpMV with adaptive row blocks (CSR-stream / CSR-vector in one kernel).
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <vector>
#include <cuda_runtime.h>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
   if (code != cudaSuccess) {
      fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}

const int NNZ_PER_WG = 256;
const int THREADS_PER_BLOCK = 128;

template <typename IndexType, typename ValueType>
struct csr_matrix
{
   IndexType n_rows, n_cols, nnz;
   std::vector<IndexType> row_ptr, col_idx;
   std::vector<ValueType> values;
};

template <typename IndexType, typename ValueType>
struct csr_view
{
   IndexType n_rows;
   const IndexType *row_ptr;
   const IndexType *col_idx;
   const ValueType *values;
};

template <typename IndexType>
__device__ IndexType prev_power_of_2(IndexType n)
{
   while (n & (n - 1)) n = n & (n - 1);
   return n;
}

template <typename T>
__device__ T warp_reduce(T val)
{
   for (int offset = warpSize / 2; offset > 0; offset /= 2)
      val += __shfl_down_sync(0xffffffff, val, offset);
   return val;
}

template <typename IndexType, typename ValueType>
__global__ void csr_adaptive(csr_view<IndexType, ValueType> A, const IndexType *row_blocks,
                             const ValueType *x, ValueType *y)
{
   __shared__ ValueType cache[NNZ_PER_WG];
   const IndexType block_row_begin = row_blocks[blockIdx.x];
   const IndexType block_row_end = row_blocks[blockIdx.x + 1];
   const IndexType nnz = A.row_ptr[block_row_end] - A.row_ptr[block_row_begin];

   if (block_row_end - block_row_begin > 1) {
      const IndexType first = A.row_ptr[block_row_begin];
      for (IndexType i = threadIdx.x; i < nnz; i += blockDim.x)
         cache[i] = A.values[first + i] * x[A.col_idx[first + i]];
      __syncthreads();

      const IndexType rows = block_row_end - block_row_begin;
      const IndexType per_row = prev_power_of_2<IndexType>(blockDim.x / rows);
      if (per_row > 1) {
         const IndexType lane = threadIdx.x & (per_row - 1);
         const IndexType row = block_row_begin + threadIdx.x / per_row;
         ValueType dot = 0;
         if (row < block_row_end) {
            for (IndexType e = A.row_ptr[row] - first + lane; e < A.row_ptr[row + 1] - first; e += per_row)
               dot += cache[e];
         }
         __syncthreads();
         cache[threadIdx.x] = dot;
         for (int j = per_row / 2; j > 0; j /= 2) {
            __syncthreads();
            const bool use = lane < j && threadIdx.x + j < NNZ_PER_WG;
            if (use) dot += cache[threadIdx.x + j];
            __syncthreads();
            if (use) cache[threadIdx.x] = dot;
         }
         if (lane == 0 && row < block_row_end) y[row] = dot;
      } else {
         for (IndexType row = block_row_begin + threadIdx.x; row < block_row_end; row += blockDim.x) {
            ValueType dot = 0;
            for (IndexType e = A.row_ptr[row] - first; e < A.row_ptr[row + 1] - first; ++e) dot += cache[e];
            y[row] = dot;
         }
      }
   } else {
      const IndexType row = block_row_begin;
      ValueType sum = 0;
      for (IndexType e = A.row_ptr[row] + threadIdx.x; e < A.row_ptr[row + 1]; e += blockDim.x)
         sum += A.values[e] * x[A.col_idx[e]];
      sum = warp_reduce(sum);
      if (threadIdx.x % warpSize == 0) cache[threadIdx.x / warpSize] = sum;
      __syncthreads();
      if (threadIdx.x < warpSize) {
         sum = threadIdx.x < blockDim.x / warpSize ? cache[threadIdx.x] : ValueType(0);
         sum = warp_reduce(sum);
         if (threadIdx.x == 0) y[row] = sum;
      }
   }
}

template <typename I, typename V>
csr_matrix<I, V> make_banded(I n, I band)
{
   csr_matrix<I, V> m{n, n, 0, {0}, {}, {}};
   for (I i = 0; i < n; i++) {
      for (I j = std::max<I>(0, i - band); j <= std::min<I>(n - 1, i + band); j++) {
         m.col_idx.push_back(j);
         m.values.push_back(V(1) / (1 + abs(int(i - j))));
      }
      m.row_ptr.push_back(m.nnz = I(m.col_idx.size()));
   }
   return m;
}

template <typename T>
T *to_device(const std::vector<T> &v)
{
   T *d;
   gpuErrchk(cudaMalloc(&d, v.size() * sizeof(T)));
   gpuErrchk(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
   return d;
}

int main()
{
   auto m = make_banded<int, double>(1000, 3);
   std::vector<int> blocks{0};
   for (int r = 0, acc = 0; r < m.n_rows; r++) {
      const int len = m.row_ptr[r + 1] - m.row_ptr[r];
      if (acc + len > NNZ_PER_WG) { blocks.push_back(r); acc = 0; }
      acc += len;
   }
   blocks.push_back(m.n_rows);
   std::vector<double> x(m.n_cols, 1.0);
   csr_view<int, double> view{m.n_rows, to_device(m.row_ptr), to_device(m.col_idx), to_device(m.values)};
   int *d_blocks = to_device(blocks);
   double *d_x = to_device(x), *d_y;
   gpuErrchk(cudaMalloc(&d_y, m.n_rows * sizeof(double)));
   csr_adaptive<<<blocks.size() - 1, THREADS_PER_BLOCK>>>(view, d_blocks, d_x, d_y);
   gpuErrchk(cudaPeekAtLastError());
   gpuErrchk(cudaDeviceSynchronize());
   printf("rows %d blocks %zu\n", m.n_rows, blocks.size() - 1);
}
