// A function is found in the namespace of its argument's class.
namespace math {
struct Vec {
  float x, y;
};
__device__ Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
__device__ float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ math::Vec s[32];
  s[threadIdx.x] = math::Vec{1, 2} + math::Vec{3, 4};
  assert(dot(s[threadIdx.x], s[threadIdx.x]) == 52.0f);
}
