// Lambdas that capture this, arrays, other lambdas; that return references.
struct Scaler {
  float by;
  __device__ float apply(float x) {
    auto inner = [this](float y) { return y * by; };
    auto outer = [=](float y) { return inner(y) + 1; };
    return outer(x);
  }
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  int counts[2] = {1, 2};
  auto at = [&](int i) -> float& { return s[i]; };
  at(threadIdx.x) = Scaler{2}.apply(3);
  auto copy = [counts](int i) { return counts[i]; };
  counts[1] = 9;
  assert(s[threadIdx.x] == 7 && copy(1) == 2);
}
