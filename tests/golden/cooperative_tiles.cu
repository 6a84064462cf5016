// Tiles of a block and of one another: ranks, shuffles, votes.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// launch: k<<<1, 64>>>()
__global__ void k() {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  auto quad = cg::tiled_partition<4>(tile);
  const int i = block.thread_rank();
  assert(tile.size() == 16 && tile.thread_rank() == i % 16 && tile.meta_group_rank() == i / 16);
  assert(quad.thread_rank() == i % 4 && quad.meta_group_size() == 4);
  assert(tile.shfl(i, 3) == i / 16 * 16 + 3 && tile.shfl_xor(i, 1) == (i ^ 1));
  assert(quad.shfl_down(i, 1) == (i % 4 == 3 ? i : i + 1) && tile.shfl_up(i, 2) == (i % 16 < 2 ? i : i - 2));
  assert(tile.ballot(i % 2) == 0xaaaau && tile.any(i == 5) == (i / 16 == 0) && quad.all(1));
  s[i] = tile.match_any(i % 4);
  tile.sync();
  assert(s[i] == 0x1111 << i % 4);
}
