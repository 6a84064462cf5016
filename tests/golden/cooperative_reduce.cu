// cooperative_groups' reductions and scans of tiles, by each operation.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int i = threadIdx.x, r = i % 8, first = i - r;
  assert(cg::reduce(tile, i, cg::plus<int>()) == 8 * first + 28);
  assert(cg::reduce(tile, i, cg::less<int>()) == first && cg::reduce(tile, i, cg::greater<int>()) == first + 7);
  assert(cg::reduce(tile, 1 << r, cg::bit_or<int>()) == 255 && cg::reduce(tile, 0.5f, cg::plus<float>()) == 4);
  s[i] = cg::inclusive_scan(tile, 1);
  assert(s[i] == r + 1 && cg::exclusive_scan(tile, 2, cg::plus<int>()) == 2 * r);
}
