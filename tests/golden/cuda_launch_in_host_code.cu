// Kernels with host code around them: the host's part is read over.
#include <cstdio>
#include <vector>
#define CHECK(call)                                                              \
  do {                                                                           \
    if ((call) != cudaSuccess) std::printf("failed: %s\n", #call);               \
  } while (0)
constexpr int kThreads = 32;

// launch: scale<<<1, kThreads>>>(data, 2)
__global__ void scale(float* data, float by) {
  __shared__ float s[kThreads];
  s[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = by * s[threadIdx.x];
}

int main() {
  std::vector<float> host(kThreads, 1.0f);
  float* device = nullptr;
  CHECK(cudaMalloc(&device, kThreads * sizeof(float)));
  scale<<<1, kThreads>>>(device, 2.0f);
  auto done = [&] { return cudaDeviceSynchronize() == cudaSuccess; };
  return done() ? 0 : 1;
}
