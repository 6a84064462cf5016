#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

template <int Threads>
__device__ float blockSum(const cg::thread_block& block, float value) {
  __shared__ float partial[Threads / 32];
  auto warp = cg::tiled_partition<32>(block);
  value = cg::reduce(warp, value, cg::plus<float>());
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = value;
  cg::sync(block);
  return partial[warp.thread_rank() % (Threads / 32)];
}

// launch: sums<<<1, 128>>>(out, in)
__global__ void sums(float* out, const float* in) {
  __shared__ float column[32 * 32];
  auto block = cg::this_thread_block();
  for (int row = block.thread_rank() / 32; row < 32; row += 4)
    column[block.thread_rank() % 32 * 32 + row] = in[row * 32 + block.thread_rank() % 32];
  block.sync();
  out[block.thread_rank()] = blockSum<128>(block, column[block.thread_rank()]);
  cg::this_grid().sync();
}
