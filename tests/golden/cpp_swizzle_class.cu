// A class that hides a swizzled index behind operator(), as GEMM kernels have it.
template <int Bits, int Shift>
struct Swizzle {
  static constexpr int kMask = ((1 << Bits) - 1) << Shift;
  __device__ static constexpr int apply(int offset) { return offset ^ ((offset & kMask) >> Shift); }
};
template <typename T, int Columns, typename Layout>
class Shared {
public:
  __device__ explicit Shared(T* base) : base_(base) {}
  __device__ T& operator()(int row, int column) const { return base_[Layout::apply(row * Columns + column)]; }

private:
  T* base_;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32 * 32];
  Shared<float, 32, Swizzle<5, 5>> tile(s);
  tile(threadIdx.x, 3) = threadIdx.x;
  assert(tile(threadIdx.x, 3) == threadIdx.x);
}
