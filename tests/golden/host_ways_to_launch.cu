// Launches inside of lambdas, by CUDA's functions, and of kernels under another name.
#include <cooperative_groups.h>
#include <functional>

template <int kStride>
__global__ void touch(float* out, int n) {
  __shared__ float s[1024];
  s[threadIdx.x * kStride] = n;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x * kStride];
}

static float timed(const std::function<void()>& run) {
  run();
  return 0;
}

template <typename Kernel>
void twice(Kernel kernel, int block, float* out) {
  kernel<<<1, block>>>(out, 1);
  kernel<<<1, block>>>(out, 1);
}

int main() {
  float* out;
  int n = 5;
  const float first = timed([&] { touch<2><<<1, 32>>>(out, n); });
  void* arguments[] = {&out, &n};
  cudaLaunchKernel((void*)touch<4>, dim3(2), dim3(64), arguments, 0, nullptr);
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(&touch<8>), dim3(1), dim3(96), arguments);
  cudaLaunchConfig_t config = {};
  config.gridDim = 3;
  config.blockDim = dim3(32, 2);
  cudaLaunchKernelEx(&config, touch<16>, out, n);
  auto kernel = first > 0 ? &touch<1> : &touch<1>;
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  kernel<<<4, 128>>>(out, n);
  twice(touch<3>, 160, out);
  auto run = [&](auto kernel, int warps) { kernel<<<1, warps * 32>>>(out, n); };
  run(touch<5>, 6);
  switch (n) {
  case 4: run(touch<6>, 6); break;
  case 5: run(touch<7>, 7); break;
  }
}
