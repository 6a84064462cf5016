// A launch in a lambda of the host's that takes its template argument from the type of what it is given.
#include <type_traits>
template <int Stride, bool Twice>
__global__ void k(float* p) {
  __shared__ float s[32 * Stride];
  s[threadIdx.x * Stride] = p[threadIdx.x];
  if constexpr (Twice) s[threadIdx.x] = 0;
}
template <int Stride>
void run(float* p, bool twice) {
  auto launch = [&](auto flag) {
    auto kernel = &k<Stride, decltype(flag)::value>;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 0);
    kernel<<<1, 32>>>(p);
  };
  twice ? launch(std::true_type{}) : launch(std::false_type{});
}
int main() {
  float* p;
  cudaMalloc(&p, 128);
  run<2>(p, true);
}
