#include <vector>
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  std::vector<int> v(4);
  s[threadIdx.x] = v[0];
}
