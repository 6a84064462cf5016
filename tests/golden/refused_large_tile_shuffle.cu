// Shuffles between warps go through shared memory in a way that CUDA does not document.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
// launch: k<<<1, 128>>>(out)
__global__ void k(int* out) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  out[threadIdx.x] = tile.shfl(threadIdx.x, 0);
}
