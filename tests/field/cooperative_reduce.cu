// Grid-wide sum with cooperative groups, and tiled partitions of other sizes.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>
#include <cstdio>

namespace cg = cooperative_groups;
using namespace cooperative_groups;

__device__ void reduceBlock(double *sdata, const cg::thread_block &cta) {
  const unsigned int tid = cta.thread_rank();
  cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
  sdata[tid] = cg::reduce(tile32, sdata[tid], cg::plus<double>());
  cg::sync(cta);
  double beta = 0.0;
  if (cta.thread_rank() == 0) {
    beta = 0;
    for (int i = 0; i < cta.size(); i += tile32.size()) beta += sdata[i];
    sdata[0] = beta;
  }
  cg::sync(cta);
}

extern "C" __global__ void reduceSinglePassMultiBlockCG(const float *g_idata, double *g_odata, unsigned int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::grid_group grid = cg::this_grid();
  extern double __shared__ sdata[];
  sdata[block.thread_rank()] = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) sdata[block.thread_rank()] += g_idata[i];
  cg::sync(block);
  reduceBlock(sdata, block);
  if (block.thread_rank() == 0) g_odata[blockIdx.x] = sdata[0];
  __threadfence();
}

template <typename Group>
__device__ int tileSum(const Group &g, int val) {
  for (int i = g.size() / 2; i > 0; i /= 2) val += g.shfl_down(val, i);
  return val;
}

__device__ int groupReduce(thread_group g, int *temp, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    temp[lane] = val;
    g.sync();
    if (lane < i) val += temp[lane + i];
    g.sync();
  }
  return val;
}

__global__ void sums(int *out, const int *in, int n) {
  __shared__ int temp[256];
  __shared__ int total;
  auto block = this_thread_block();
  if (block.thread_rank() == 0) total = 0;
  block.sync();
  const int4 *in4 = reinterpret_cast<const int4 *>(in);
  int mine = 0;
  for (int i = block.thread_rank(); i < n / 4; i += block.num_threads()) {
    int4 v = in4[i];
    mine += v.x + v.y + v.z + v.w;
  }
  int whole = groupReduce(block, temp, mine);
  auto tile8 = tiled_partition<8>(block);
  int eight = tileSum(tile8, mine);
  if (tile8.thread_rank() == 0) atomicAdd(&total, eight);
  block.sync();
  auto tile4 = tiled_partition<4>(tile8);
  const bool allEven = tile4.all(mine % 2 == 0);
  const unsigned votes = tile4.ballot(mine & 1);
  int before = exclusive_scan(tile8, mine);
  if (block.thread_rank() == 0) {
    out[0] = whole;
    out[1] = total;
  }
  out[2 + block.thread_rank()] = before + allEven + __popc(votes) + tile4.shfl(mine, 0) + tile8.shfl_xor(mine, 1);
}

int main() {
  float *in;
  double *out;
  int *ints, *result;
  unsigned n = 4096;
  int threads = 256, blocks = 4;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, blocks * sizeof(double));
  cudaMalloc(&ints, n * sizeof(int));
  cudaMalloc(&result, n * sizeof(int));
  void *args[] = {(void *)&in, (void *)&out, (void *)&n};
  cudaLaunchCooperativeKernel((void *)reduceSinglePassMultiBlockCG, dim3(blocks), dim3(threads), args,
                              threads * sizeof(double), NULL);
  sums<<<1, 256>>>(result, ints, 1024);
  cudaDeviceSynchronize();
}
