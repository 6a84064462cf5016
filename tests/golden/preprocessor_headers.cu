// The headers that such files have: known ones are known, one that is not is a note.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <device_launch_parameters.h>
#include "cutlass/cutlass.h"
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ std::uint16_t s[32];
  s[threadIdx.x] = static_cast<uint16_t>(threadIdx.x);
  assert(s[threadIdx.x] == threadIdx.x && UINT16_MAX == 65535);
}
