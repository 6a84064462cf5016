// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = twice(kLater);
  Later later;
  s[threadIdx.x] = later.x;
}
__device__ int twice(int x) { return 2 * x; }
constexpr int kLater = 4;
struct Later {
  int x;
};
