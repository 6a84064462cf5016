// Sparse matrix times vector in CSR: scalar, vector (a few lanes a row), and stream (rows of a block in shared memory).
#include <cuda_runtime.h>
#include <cassert>
#include <vector>

template <typename IndexT, typename ValueT>
struct CsrMatrix {
  IndexT rows, cols, nnz;
  const IndexT* __restrict__ rowPtr;
  const IndexT* __restrict__ colInd;
  const ValueT* __restrict__ values;

  __device__ IndexT begin(IndexT r) const { return rowPtr[r]; }
  __device__ IndexT end(IndexT r) const { return rowPtr[r + 1]; }
};

template <typename IndexT, typename ValueT>
__global__ void spmvScalar(CsrMatrix<IndexT, ValueT> A, const ValueT* x, ValueT* y) {
  const IndexT row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < A.rows) {
    ValueT sum = 0;
    for (IndexT j = A.begin(row); j < A.end(row); ++j) sum += A.values[j] * x[A.colInd[j]];
    y[row] = sum;
  }
}

template <int VECTORS_PER_BLOCK, int THREADS_PER_VECTOR>
__global__ void __launch_bounds__(VECTORS_PER_BLOCK* THREADS_PER_VECTOR, 1)
    spmv_csr_vector_kernel(const int num_rows, const int* Ap, const int* Aj, const float* Ax, const float* x, float* y) {
  __shared__ volatile float sdata[VECTORS_PER_BLOCK * THREADS_PER_VECTOR + THREADS_PER_VECTOR / 2];
  __shared__ volatile int ptrs[VECTORS_PER_BLOCK][2];
  const int THREADS_PER_BLOCK = VECTORS_PER_BLOCK * THREADS_PER_VECTOR;
  const int thread_id = THREADS_PER_BLOCK * blockIdx.x + threadIdx.x;
  const int thread_lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
  const int vector_id = thread_id / THREADS_PER_VECTOR;
  const int vector_lane = threadIdx.x / THREADS_PER_VECTOR;
  const int num_vectors = VECTORS_PER_BLOCK * gridDim.x;
  for (int row = vector_id; row < num_rows; row += num_vectors) {
    if (thread_lane < 2) ptrs[vector_lane][thread_lane] = Ap[row + thread_lane];
    __syncwarp();
    const int row_start = ptrs[vector_lane][0];
    const int row_end = ptrs[vector_lane][1];
    float sum = 0;
    for (int jj = row_start + thread_lane; jj < row_end; jj += THREADS_PER_VECTOR) sum += Ax[jj] * x[Aj[jj]];
    sdata[threadIdx.x] = sum;
    __syncwarp();
    float temp;
    if (THREADS_PER_VECTOR > 16) { temp = sdata[threadIdx.x + 16]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
    if (THREADS_PER_VECTOR > 8) { temp = sdata[threadIdx.x + 8]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
    if (THREADS_PER_VECTOR > 4) { temp = sdata[threadIdx.x + 4]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
    if (THREADS_PER_VECTOR > 2) { temp = sdata[threadIdx.x + 2]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
    if (THREADS_PER_VECTOR > 1) { temp = sdata[threadIdx.x + 1]; __syncwarp(); sdata[threadIdx.x] = sum = sum + temp; __syncwarp(); }
    if (thread_lane == 0) y[row] = sdata[threadIdx.x];
    __syncwarp();
  }
}

template <int NNZ_PER_BLOCK>
__global__ void spmvStream(const int* rowBlocks, const int* rowPtr, const int* colInd, const float* values,
                           const float* x, float* y) {
  __shared__ float products[NNZ_PER_BLOCK];
  const int firstRow = rowBlocks[blockIdx.x] % 64;
  const int lastRow = firstRow + 16;
  const int base = rowPtr[firstRow];
  const int count = min(rowPtr[lastRow] - base, NNZ_PER_BLOCK);
  for (int i = threadIdx.x; i < count; i += blockDim.x) products[i] = values[base + i] * __ldg(&x[colInd[base + i]]);
  __syncthreads();
  for (int row = firstRow + threadIdx.x; row < lastRow; row += blockDim.x) {
    float sum = 0.f;
    const int end = min(rowPtr[row + 1] - base, count);
    for (int i = rowPtr[row] - base; i < end; ++i) sum += products[i];
    y[row] = sum;
  }
}

int main() {
  const int rows = 128;
  std::vector<int> rowPtr(rows + 1), col;
  std::vector<float> val;
  for (int r = 0; r < rows; ++r) {
    for (int c = r % 5; c < rows; c += 17) {
      col.push_back(c);
      val.emplace_back(1.0f / (1 + c));
    }
    rowPtr[r + 1] = static_cast<int>(col.size());
  }
  int *dPtr, *dCol, *dBlocks;
  float *dVal, *x, *y;
  cudaMalloc(&dPtr, rowPtr.size() * sizeof(int));
  cudaMalloc(&dCol, col.size() * sizeof(int));
  cudaMalloc(&dBlocks, 8 * sizeof(int));
  cudaMalloc(&dVal, val.size() * sizeof(float));
  cudaMalloc(&x, rows * sizeof(float));
  cudaMalloc(&y, rows * sizeof(float));
  CsrMatrix<int, float> A{rows, rows, static_cast<int>(val.size()), dPtr, dCol, dVal};
  spmvScalar<<<2, 64>>>(A, x, y);
  spmv_csr_vector_kernel<16, 8><<<8, 128>>>(rows, dPtr, dCol, dVal, x, y);
  spmvStream<256><<<8, 128>>>(dBlocks, dPtr, dCol, dVal, x, y);
  cudaDeviceSynchronize();
  return 0;
}
