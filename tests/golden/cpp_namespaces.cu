// Namespaces: nested, inline, anonymous, aliases; using declarations and directives.
namespace gpu {
namespace detail {
constexpr int kStride = 2;
__device__ int twice(int x) { return kStride * x; }
}
inline namespace v2 {
__device__ int version() { return 2; }
}
}
namespace gpu::tiles {
struct Tile {
  float values[32];
};
__device__ float& at(Tile& tile, int i) { return tile.values[i]; }
}
namespace {
__device__ int hidden() { return 9; }
}
namespace gd = gpu::detail;
using gpu::tiles::Tile;

// launch: k<<<1, 32>>>()
__global__ void k() {
  using namespace gpu::tiles;
  __shared__ Tile tile;
  __shared__ int s[64];
  s[gd::twice(threadIdx.x)] = gpu::version();
  at(tile, threadIdx.x) = hidden();
  assert(at(tile, threadIdx.x) == 9.0f && ::gpu::v2::version() == 2);
}
