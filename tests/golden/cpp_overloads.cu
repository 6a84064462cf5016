// Overload resolution: promotions before conversions, const, references, templates after plain functions.
__device__ int pick(int) { return 1; }
__device__ int pick(double) { return 2; }
__device__ int pick(const float*) { return 3; }
__device__ int pick(float*) { return 4; }
template <typename T>
__device__ int pick(T*) {
  return 5;
}
struct S {
  __device__ int get() { return 1; }
  __device__ int get() const { return 2; }
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  s[threadIdx.x] = pick('a');
  const S fixed{};
  S loose;
  assert(pick(short(1)) == 1 && pick(1.0f) == 2 && pick(s) == 4 && pick(&fixed) == 5);
  assert(loose.get() == 1 && fixed.get() == 2);
}
