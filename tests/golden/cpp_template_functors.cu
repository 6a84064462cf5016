// Function objects and lambdas as template arguments, forwarding references.
struct Add {
  template <typename T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
template <typename Op, typename... Args>
__device__ auto apply(Op&& op, Args&&... args) {
  return op(static_cast<Args&&>(args)...);
}
template <typename T, typename Op>
__device__ T reduce(T* values, int n, Op op) {
  T result = values[0];
  for (int i = 1; i < n; ++i) result = op(result, values[i]);
  return result;
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  const float sum = reduce(s, 32, Add{});
  const float largest = reduce(s, 32, [](float a, float b) { return a > b ? a : b; });
  assert(sum == 496 && largest == 31 && apply(Add(), 2, 3) == 5);
}
