// Functions defined in a class as its friends belong to the namespace around it.
namespace geometry {
struct Vec {
  float x, y;
  friend __device__ Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
  friend __device__ float dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y; }
  friend struct Unknown;
};
template <typename T>
class Cell {
public:
  __device__ explicit Cell(T value) : value_(value) {}
  friend __device__ bool operator<(const Cell& a, const Cell& b) { return a.value_ < b.value_; }
  template <typename U>
  friend __device__ T mixed(const Cell& a, U by) {
    return a.value_ * by;
  }

private:
  T value_;
};
} // namespace geometry

// launch: k<<<1, 32>>>(out)
__global__ void k(float* out) {
  __shared__ float s[64];
  const float i = threadIdx.x;
  const geometry::Vec v = geometry::Vec{i, 1.0f} + geometry::Vec{1.0f, i};
  geometry::Cell<int> a(threadIdx.x), b(3);
  s[static_cast<int>(dot(v, geometry::Vec{1.0f, 0.0f}))] = i;
  __syncthreads();
  out[threadIdx.x] = a < b ? s[mixed(a, 2) + 1] : s[threadIdx.x + 1];
}
