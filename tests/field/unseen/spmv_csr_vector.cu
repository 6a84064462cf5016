// CSR SpMV: vector kernel (VECTOR threads per row), CUSP style, templated over types
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

#define DIVIDE_INTO(x, y) (((x) + (y) - 1) / (y))
#define SAFE(call) do { cudaError_t _e = (call); if (_e != cudaSuccess) { fprintf(stderr, "%s(%i) : %s\n", __FILE__, __LINE__, cudaGetErrorString(_e)); exit(-1); } } while (0)

template <typename IndexType, typename ValueType>
struct CsrMatrix {
    IndexType num_rows, num_cols, nnz;
    std::vector<IndexType> row_offsets, column_indices;
    std::vector<ValueType> values;
};

template <bool UseCache, typename ValueType>
__device__ inline ValueType fetch_x(const int i, const ValueType *x)
{
    if (UseCache)
        return __ldg(x + i);
    else
        return x[i];
}

template <typename IndexType, typename ValueType, unsigned int VECTORS_PER_BLOCK, unsigned int THREADS_PER_VECTOR, bool UseCache>
__launch_bounds__(VECTORS_PER_BLOCK *THREADS_PER_VECTOR, 1)
__global__ void spmv_csr_vector_kernel(const IndexType num_rows, const IndexType *Ap, const IndexType *Aj, const ValueType *Ax, const ValueType *x, ValueType *y)
{
    __shared__ volatile ValueType sdata[VECTORS_PER_BLOCK * THREADS_PER_VECTOR + THREADS_PER_VECTOR / 2];  // padded to avoid reduction conditionals
    __shared__ volatile IndexType ptrs[VECTORS_PER_BLOCK][2];

    const IndexType THREADS_PER_BLOCK = VECTORS_PER_BLOCK * THREADS_PER_VECTOR;
    const IndexType thread_id = THREADS_PER_BLOCK * blockIdx.x + threadIdx.x;
    const IndexType thread_lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
    const IndexType vector_id = thread_id / THREADS_PER_VECTOR;
    const IndexType vector_lane = threadIdx.x / THREADS_PER_VECTOR;
    const IndexType num_vectors = VECTORS_PER_BLOCK * gridDim.x;

    for (IndexType row = vector_id; row < num_rows; row += num_vectors) {
        if (thread_lane < 2) ptrs[vector_lane][thread_lane] = Ap[row + thread_lane];
        __syncwarp(__activemask());
        const IndexType row_start = ptrs[vector_lane][0];
        const IndexType row_end = ptrs[vector_lane][1];

        ValueType sum = 0;
        if (THREADS_PER_VECTOR == 32 && row_end - row_start > 32) {
            // ensure aligned memory access to Aj and Ax
            IndexType jj = row_start - (row_start & (THREADS_PER_VECTOR - 1)) + thread_lane;
            if (jj >= row_start && jj < row_end) sum += Ax[jj] * fetch_x<UseCache>(Aj[jj], x);
            for (jj += THREADS_PER_VECTOR; jj < row_end; jj += THREADS_PER_VECTOR)
                sum += Ax[jj] * fetch_x<UseCache>(Aj[jj], x);
        } else {
            for (IndexType jj = row_start + thread_lane; jj < row_end; jj += THREADS_PER_VECTOR)
                sum += Ax[jj] * fetch_x<UseCache>(Aj[jj], x);
        }
        sdata[threadIdx.x] = sum;
        const unsigned m = __activemask();
        ValueType temp;
        if (THREADS_PER_VECTOR > 16) { __syncwarp(m); temp = sdata[threadIdx.x + 16]; __syncwarp(m); sdata[threadIdx.x] = sum = sum + temp; }
        if (THREADS_PER_VECTOR > 8) { __syncwarp(m); temp = sdata[threadIdx.x + 8]; __syncwarp(m); sdata[threadIdx.x] = sum = sum + temp; }
        if (THREADS_PER_VECTOR > 4) { __syncwarp(m); temp = sdata[threadIdx.x + 4]; __syncwarp(m); sdata[threadIdx.x] = sum = sum + temp; }
        if (THREADS_PER_VECTOR > 2) { __syncwarp(m); temp = sdata[threadIdx.x + 2]; __syncwarp(m); sdata[threadIdx.x] = sum = sum + temp; }
        if (THREADS_PER_VECTOR > 1) { __syncwarp(m); temp = sdata[threadIdx.x + 1]; __syncwarp(m); sdata[threadIdx.x] = sum = sum + temp; }
        if (thread_lane == 0) y[row] = sdata[threadIdx.x];
    }
}

template <unsigned int TPV, typename I, typename V>
void launch(const I rows, const I *Ap, const I *Aj, const V *Ax, const V *x, V *y)
{
    constexpr unsigned VPB = 128 / TPV;
    int per_sm = 0, dev = 0;
    cudaDeviceProp prop;
    SAFE(cudaGetDevice(&dev));
    SAFE(cudaGetDeviceProperties(&prop, dev));
    SAFE(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, spmv_csr_vector_kernel<I, V, VPB, TPV, true>, VPB * TPV, 0));
    const int blocks = std::min<int>(per_sm * prop.multiProcessorCount, DIVIDE_INTO(rows, (I)VPB));
    spmv_csr_vector_kernel<I, V, VPB, TPV, true><<<blocks, VPB * TPV>>>(rows, Ap, Aj, Ax, x, y);
    SAFE(cudaGetLastError());
}

template <typename V> int run(int n, int avg)
{
    CsrMatrix<int, V> A{n, n, 0, {0}, {}, {}};
    for (int r = 0; r < n; ++r) {
        int len = rand() % (2 * avg) + 1;
        for (int k = 0; k < len; ++k) { A.column_indices.push_back(rand() % n); A.values.push_back(V(rand() % 1000) / 1000); }
        A.row_offsets.push_back((int)A.column_indices.size());
    }
    A.nnz = A.row_offsets.back();
    std::vector<V> x(n), y(n), ref(n, 0);
    for (auto &v : x) v = V(rand() % 100) / 100;
    int *Ap, *Aj; V *Ax, *dx, *dy;
    SAFE(cudaMalloc(&Ap, (n + 1) * sizeof(int))); SAFE(cudaMalloc(&Aj, A.nnz * sizeof(int))); SAFE(cudaMalloc(&Ax, A.nnz * sizeof(V)));
    SAFE(cudaMalloc(&dx, n * sizeof(V))); SAFE(cudaMalloc(&dy, n * sizeof(V)));
    SAFE(cudaMemcpy(Ap, A.row_offsets.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(Aj, A.column_indices.data(), A.nnz * sizeof(int), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(Ax, A.values.data(), A.nnz * sizeof(V), cudaMemcpyHostToDevice));
    SAFE(cudaMemcpy(dx, x.data(), n * sizeof(V), cudaMemcpyHostToDevice));
    const int nnz_per_row = A.nnz / A.num_rows;
    if (nnz_per_row <= 2) launch<2>(n, Ap, Aj, Ax, dx, dy);
    else if (nnz_per_row <= 4) launch<4>(n, Ap, Aj, Ax, dx, dy);
    else if (nnz_per_row <= 8) launch<8>(n, Ap, Aj, Ax, dx, dy);
    else if (nnz_per_row <= 16) launch<16>(n, Ap, Aj, Ax, dx, dy);
    else launch<32>(n, Ap, Aj, Ax, dx, dy);
    SAFE(cudaMemcpy(y.data(), dy, n * sizeof(V), cudaMemcpyDeviceToHost));
    double err = 0;
    for (int r = 0; r < n; ++r) {
        for (int k = A.row_offsets[r]; k < A.row_offsets[r + 1]; ++k) ref[r] += A.values[k] * x[A.column_indices[k]];
        err = std::max(err, (double)std::abs(ref[r] - y[r]));
    }
    printf("avg %2d: err %g\n", avg, err);
    cudaFree(Ap); cudaFree(Aj); cudaFree(Ax); cudaFree(dx); cudaFree(dy);
    return err > 1e-3;
}

int main() { return run<float>(2000, 3) | run<float>(2000, 12) | run<double>(1000, 40); }
