// Scans of several items in each thread's registers, and with operators of one's own: the sums of the threads are scanned.
#include <cub/cub.cuh>
struct Larger {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

// launch: scan<<<1, 128>>>(out)
__global__ void scan(int* out) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ typename Scan::TempStorage storage;
  int flag[4], rank[4], most[4], all;
  for (int i = 0; i < 4; ++i) flag[i] = (threadIdx.x + i) & 1;
  Scan(storage).ExclusiveSum(flag, rank, all);
  __syncthreads();
  Scan(storage).InclusiveScan(rank, most, Larger());
  __syncthreads();
  int before = 0, least;
  Scan(storage).ExclusiveScan(rank[0], before, Larger(), least);
  out[threadIdx.x] = threadIdx.x ? before : 0;
  assert(all == 256 && rank[0] == 2 * threadIdx.x && most[3] == rank[3] && least == 254);
  assert(threadIdx.x == 0 || before == 2 * (threadIdx.x - 1));
}
