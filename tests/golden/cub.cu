#include <cub/cub.cuh>

// launch: offsets<128><<<1, 128>>>(starts, counts)
template <int Threads>
__global__ void offsets(int* starts, const int* counts) {
  using Scan = cub::BlockScan<int, Threads>;
  using Reduce = cub::BlockReduce<int, Threads>;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
  } temp;
  int start;
  Scan(temp.scan).ExclusiveSum(counts[threadIdx.x], start);
  __syncthreads();
  const int most = Reduce(temp.reduce).Reduce(counts[threadIdx.x], cub::Max());
  starts[threadIdx.x] = start + (threadIdx.x == 0 ? most : 0);
}
