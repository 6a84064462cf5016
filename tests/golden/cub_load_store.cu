// cub's block loads and stores, and scans behind a running prefix.
#include <cub/cub.cuh>

struct Running {
  int total;
  __device__ int operator()(int sum) {
    const int before = total;
    total += sum;
    return before;
  }
};

template <cub::BlockScanAlgorithm kScan>
__global__ void scan(int* out, const int* in, int n) {
  using Load = cub::BlockLoad<int, 64, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, 64, 4, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, 64, kScan>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } temporary;
  Running before{0};
  for (int base = 0; base < n; base += 256) {
    int items[4];
    Load(temporary.load).Load(in + base, items, n - base, 0);
    __syncthreads();
    Scan(temporary.scan).InclusiveSum(items, items, before);
    const int last = base + threadIdx.x * 4 + 3;
    assert(items[3] == last * (last + 1) / 2);
    __syncthreads();
    Store(temporary.store).Store(out + base, items);
    __syncthreads();
    assert(out[base + threadIdx.x] == (base + threadIdx.x) * (base + threadIdx.x + 1) / 2);
    __syncthreads();
  }
}
// launch: scan<cub::BLOCK_SCAN_RAKING><<<1, 64>>>(out, in, 512)
// launch: scan<cub::BLOCK_SCAN_WARP_SCANS><<<1, 64>>>(out, in, 512)
