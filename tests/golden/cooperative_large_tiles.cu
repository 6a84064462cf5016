// Tiles of more than one warp: they know ranks and wait for one another; the memory that CUDA asks for is the
// block's own affair.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// launch: k<<<1, 256>>>()
__global__ void k() {
  __shared__ cg::block_tile_memory<256> memory;
  __shared__ int s[256];
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<128>(block);
  const int i = block.thread_rank();
  assert(tile.size() == 128 && tile.num_threads() == 128 && tile.thread_rank() == i % 128);
  assert(tile.meta_group_rank() == i / 128 && tile.meta_group_size() == 2);
  s[i] = i;
  tile.sync();
  assert(s[i / 128 * 128 + (i + 64) % 128] == i / 128 * 128 + (i + 64) % 128);
  auto warp = cg::tiled_partition<32>(tile);
  assert(warp.meta_group_rank() == i % 128 / 32 && warp.thread_rank() == i % 32);
}
