// curand's states and distributions in kernels: the numbers are another generator's, which a note says.
#include <curand_kernel.h>
// launch: k<<<1, 64>>>(states, 7)
__global__ void k(curandState* states, unsigned long long seed) {
  __shared__ float s[64];
  static_assert(sizeof(curandState) == 48 && sizeof(curandStatePhilox4_32_10_t) == 64);
  curandState local;
  curand_init(seed, threadIdx.x, 0, &local);
  const float u = curand_uniform(&local);
  assert(u > 0 && u <= 1);
  s[threadIdx.x] = u + curand_normal(&local) + curand_normal4(&local).w + curand(&local) % 6;
  states[threadIdx.x] = local;
}
