// __constant__ and __device__ variables, static members, constant arrays inside functions.
__constant__ float weights[4] = {1, 2, 3, 4};
__device__ int counter = 5;
__device__ const int table[3] = {7, 8, 9};
struct Config {
  static constexpr int kTaps = 4;
  static constexpr int kOffset = 16;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[64];
  float sum = 0;
  for (int j = 0; j < Config::kTaps; ++j) sum += weights[j];
  s[threadIdx.x + Config::kOffset] = sum;
  assert(s[threadIdx.x + 16] == 10.0f && counter == 5 && table[threadIdx.x % 3] == 7 + static_cast<int>(threadIdx.x) % 3);
}
