// cooperative_groups::memcpy_async: the group copies together, and waits.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
// launch: k<<<1, 64>>>(in)
__global__ void k(const float* in) {
  __shared__ __align__(16) float s[2][64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s[0], in, sizeof(float) * 64);
  cg::memcpy_async(block, s[1], in + 64, cuda::aligned_size_t<16>(sizeof(float) * 64));
  cg::wait_prior<1>(block);
  const int i = block.thread_rank();
  assert(s[0][63 - i] == 63 - i);
  cg::wait(block);
  assert(s[1][63 - i] == 127 - i);
}
