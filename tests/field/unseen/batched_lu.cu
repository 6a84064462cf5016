// Batched LU with partial pivoting of small matrices, one block per matrix, pointer-array interface.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cfloat>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA_TRY(x) do { cudaError_t e_ = (x); if (cudaSuccess != e_) { \
    std::fprintf(stderr, "[%s:%d] %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); std::abort(); } } while (false)

namespace magmini {

template <typename T> struct real_type { using type = T; };
template <typename T> using real_t = typename real_type<T>::type;

template <typename T> __device__ inline T zero() { return T(0); }
template <typename T> __device__ inline real_t<T> mag(T x) { return x < T(0) ? -x : x; }

#define SLDA(n) ((n) | 1)
#define sA(i, j) sA[(j) * slda + (i)]

extern __shared__ double shared_data[];

template <typename T, int N>
__global__ void getrf_batched_smem(T** dA_array, int ldda, int** ipiv_array, int* info_array, int batch)
{
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    const int batchid = blockIdx.x * blockDim.y + ty;
    const int slda = SLDA(N);

    T* sA = (T*)shared_data + ty * slda * N;
    real_t<T>* sx = (real_t<T>*)((T*)shared_data + blockDim.y * slda * N) + ty * N;
    int* sipiv = (int*)((real_t<T>*)((T*)shared_data + blockDim.y * slda * N) + blockDim.y * N) + ty * N;

    const bool active = batchid < batch;
    T* dA = active ? dA_array[batchid] : nullptr;
    int linfo = 0;

    if (active && tx < N) {
        #pragma unroll
        for (int j = 0; j < N; j++) sA(tx, j) = dA[j * ldda + tx];
    }
    __syncthreads();

    #pragma unroll 1
    for (int j = 0; j < N; j++) {
        if (active && tx < N) sx[tx] = tx >= j ? mag<T>(sA(tx, j)) : real_t<T>(-1);
        __syncthreads();
        int jp = j;
        if (active) {
            real_t<T> best = sx[j];
            for (int i = j + 1; i < N; i++) if (sx[i] > best) { best = sx[i]; jp = i; }
            if (best == real_t<T>(0) && linfo == 0) linfo = j + 1;
            if (tx == 0) sipiv[j] = jp + 1;
        }
        __syncthreads();
        if (active && tx < N && jp != j) {
            T t = sA(j, tx);
            sA(j, tx) = sA(jp, tx);
            sA(jp, tx) = t;
        }
        __syncthreads();
        if (active && tx > j && tx < N && linfo == 0) {
            const T reg = T(1) / sA(j, j);
            const T l = sA(tx, j) * reg;
            sA(tx, j) = l;
            for (int k = j + 1; k < N; k++) sA(tx, k) -= l * sA(j, k);
        }
        __syncthreads();
    }

    if (active && tx < N) {
        for (int j = 0; j < N; j++) dA[j * ldda + tx] = sA(tx, j);
        ipiv_array[batchid][tx] = sipiv[tx];
    }
    if (active && tx == 0) info_array[batchid] = linfo;
}
#undef sA

template <typename T>
int getrf_batched(int n, T** dA_array, int ldda, int** ipiv, int* info, int batch, cudaStream_t queue)
{
    const int ntcol = n <= 8 ? 4 : 2;
    dim3 threads(n, ntcol, 1), grid((batch + ntcol - 1) / ntcol, 1, 1);
    const size_t shmem = ntcol * (SLDA(n) * n * sizeof(T) + n * sizeof(real_t<T>) + n * sizeof(int));
    switch (n) {
        case 4:  getrf_batched_smem<T, 4><<<grid, threads, shmem, queue>>>(dA_array, ldda, ipiv, info, batch); break;
        case 8:  getrf_batched_smem<T, 8><<<grid, threads, shmem, queue>>>(dA_array, ldda, ipiv, info, batch); break;
        case 16: getrf_batched_smem<T, 16><<<grid, threads, shmem, queue>>>(dA_array, ldda, ipiv, info, batch); break;
        default: return -1;
    }
    return cudaGetLastError() == cudaSuccess ? 0 : -2;
}

} // namespace magmini

template <typename T>
static double run(int n, int batch)
{
    std::vector<T> h(size_t(batch) * n * n), lu(h.size());
    for (size_t i = 0; i < h.size(); i++) h[i] = T(std::rand()) / RAND_MAX - T(0.5);
    T* d; int *dpiv, *dinfo; T** dArr; int** dpArr;
    CUDA_TRY(cudaMalloc(&d, h.size() * sizeof(T)));
    CUDA_TRY(cudaMalloc(&dpiv, batch * n * sizeof(int)));
    CUDA_TRY(cudaMalloc(&dinfo, batch * sizeof(int)));
    CUDA_TRY(cudaMalloc(&dArr, batch * sizeof(T*)));
    CUDA_TRY(cudaMalloc(&dpArr, batch * sizeof(int*)));
    std::vector<T*> pa(batch); std::vector<int*> pp(batch);
    for (int b = 0; b < batch; b++) { pa[b] = d + size_t(b) * n * n; pp[b] = dpiv + b * n; }
    CUDA_TRY(cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(dArr, pa.data(), batch * sizeof(T*), cudaMemcpyHostToDevice));
    CUDA_TRY(cudaMemcpy(dpArr, pp.data(), batch * sizeof(int*), cudaMemcpyHostToDevice));
    if (int rc = magmini::getrf_batched<T>(n, dArr, n, dpArr, dinfo, batch, 0); rc != 0) return -1;
    CUDA_TRY(cudaDeviceSynchronize());
    std::vector<int> piv(batch * n);
    CUDA_TRY(cudaMemcpy(lu.data(), d, lu.size() * sizeof(T), cudaMemcpyDeviceToHost));
    CUDA_TRY(cudaMemcpy(piv.data(), dpiv, piv.size() * sizeof(int), cudaMemcpyDeviceToHost));
    double err = 0;
    for (int b = 0; b < batch; b++) {
        T* A = &h[size_t(b) * n * n]; const T* F = &lu[size_t(b) * n * n];
        for (int i = 0; i < n; i++)
            for (int c = 0, p = piv[b * n + i] - 1; c < n; c++) std::swap(A[c * n + i], A[c * n + p]);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                T s = 0;
                for (int k = 0; k <= std::min(i, j); k++) s += (k == i ? T(1) : F[k * n + i]) * F[j * n + k];
                err = std::fmax(err, std::fabs(double(s - A[j * n + i])));
            }
    }
    cudaFree(d); cudaFree(dpiv); cudaFree(dinfo); cudaFree(dArr); cudaFree(dpArr);
    return err;
}

int main()
{
    std::printf("float  n=8  err %.3e\n", run<float>(8, 10));
    std::printf("double n=16 err %.3e\n", run<double>(16, 5));
    std::printf("float  n=4  err %.3e\n", run<float>(4, 7));
    return 0;
}
