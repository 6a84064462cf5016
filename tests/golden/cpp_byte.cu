// std::byte: raw storage that is no number.
#include <cstddef>
#include <cuda/std/cstddef>
struct Pair {
  float value;
  int index;
};
// launch: k<<<1, 32, 32 * sizeof(Pair)>>>()
__global__ void k() {
  extern __shared__ __align__(16) std::byte storage[];
  const int i = threadIdx.x;
  Pair* pairs = reinterpret_cast<Pair*>(storage);
  pairs[i] = {1.5f * i, i};
  __syncwarp();
  assert(pairs[31 - i].index == 31 - i && pairs[31 - i].value == 1.5f * (31 - i));
  cuda::std::byte flags{0x81};
  flags |= cuda::std::byte(i % 2) << 1;
  flags &= ~cuda::std::byte{1};
  assert(cuda::std::to_integer<int>(flags) == 0x80 + i % 2 * 2 && (flags >> 7) == cuda::std::byte{1});
  assert(sizeof(std::byte) == 1 && (cuda::std::byte{6} ^ cuda::std::byte{3}) == cuda::std::byte{5});
}
