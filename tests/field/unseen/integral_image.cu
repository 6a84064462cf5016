// Summed-area table: row scan (cub::BlockScan) -> transpose -> row scan -> transpose
#include <cuda_runtime.h>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <iostream>
#include <random>

#define CUDA_CHECK(status)                                              \
    {                                                                   \
        cudaError_t error = status;                                     \
        if (error != cudaSuccess) {                                     \
            std::cerr << "Got bad cuda status: " << cudaGetErrorString(error) \
                      << " at line: " << __LINE__ << std::endl;         \
            exit(EXIT_FAILURE);                                         \
        }                                                               \
    }

template <typename T>
struct RunningPrefix
{
    T total;
    __device__ RunningPrefix(T t) : total(t) {}
    __device__ T operator()(T block_aggregate)
    {
        T old = total;
        total += block_aggregate;
        return old;
    }
};

template <typename InT, typename OutT, int BLOCK_THREADS, int ITEMS>
__global__ void scanRows(const InT* in, OutT* out, int width)
{
    using BlockLoad  = cub::BlockLoad<OutT, BLOCK_THREADS, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using BlockStore = cub::BlockStore<OutT, BLOCK_THREADS, ITEMS, cub::BLOCK_STORE_WARP_TRANSPOSE>;
    using BlockScan  = cub::BlockScan<OutT, BLOCK_THREADS>;
    __shared__ union
    {
        typename BlockLoad::TempStorage load;
        typename BlockStore::TempStorage store;
        typename BlockScan::TempStorage scan;
    } temp;

    const InT* row_in = in + static_cast<size_t>(blockIdx.x) * width;
    OutT* row_out     = out + static_cast<size_t>(blockIdx.x) * width;
    RunningPrefix<OutT> prefix(0);

    for (int base = 0; base < width; base += BLOCK_THREADS * ITEMS)
    {
        OutT items[ITEMS];
        const int valid = min(width - base, BLOCK_THREADS * ITEMS);
        BlockLoad(temp.load).Load(row_in + base, items, valid, OutT(0));
        __syncthreads();
        BlockScan(temp.scan).InclusiveSum(items, items, prefix);
        __syncthreads();
        BlockStore(temp.store).Store(row_out + base, items, valid);
        __syncthreads();
    }
}

template <typename T, int TILE = 32, int ROWS = 8>
__global__ void transpose(const T* __restrict__ in, T* __restrict__ out, int width, int height)
{
    __shared__ T tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int width = 300, height = 200;
    std::default_random_engine rng(7);
    std::uniform_int_distribution<int> u(0, 255);
    thrust::host_vector<unsigned char> h_img(width * height);
    for (auto& v : h_img) v = static_cast<unsigned char>(u(rng));

    thrust::device_vector<unsigned char> d_img = h_img;
    thrust::device_vector<unsigned int> d_a(width * height), d_b(width * height);
    auto* img = thrust::raw_pointer_cast(d_img.data());
    auto* a   = thrust::raw_pointer_cast(d_a.data());
    auto* b   = thrust::raw_pointer_cast(d_b.data());

    cudaEvent_t beg, end;
    CUDA_CHECK(cudaEventCreate(&beg));
    CUDA_CHECK(cudaEventCreate(&end));
    CUDA_CHECK(cudaEventRecord(beg));
    const dim3 tb(32, 8);
    const auto div_up = [](int n, int d) { return static_cast<unsigned>((n + d - 1) / d); };
    scanRows<unsigned char, unsigned int, 64, 4><<<height, 64>>>(img, a, width);
    transpose<<<dim3(div_up(width, 32), div_up(height, 32)), tb>>>(a, b, width, height);
    scanRows<unsigned int, unsigned int, 64, 4><<<width, 64>>>(b, a, height);
    transpose<<<dim3(div_up(height, 32), div_up(width, 32)), tb>>>(a, b, height, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(end));
    CUDA_CHECK(cudaEventSynchronize(end));
    float ms;
    CUDA_CHECK(cudaEventElapsedTime(&ms, beg, end));

    thrust::host_vector<unsigned int> h_out = d_b;
    std::vector<unsigned int> ref(width * height);
    bool ok = true;
    for (int y = 0; y < height; ++y)
    {
        unsigned int row = 0;
        for (int x = 0; x < width; ++x)
        {
            row += h_img[y * width + x];
            ref[y * width + x] = row + (y ? ref[(y - 1) * width + x] : 0u);
            ok = ok && ref[y * width + x] == h_out[y * width + x];
        }
    }
    std::cout << (ok ? "OK" : "MISMATCH") << " in " << ms << " ms\n";
    CUDA_CHECK(cudaEventDestroy(beg));
    CUDA_CHECK(cudaEventDestroy(end));
    return ok ? 0 : 1;
}
