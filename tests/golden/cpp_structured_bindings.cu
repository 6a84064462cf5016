// Structured bindings of arrays and of classes, by value and by reference.
struct Pair {
  int key;
  float value;
};
__device__ Pair make(int i) { return {i, i * 0.5f}; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Pair s[32];
  const auto [key, value] = make(threadIdx.x);
  s[threadIdx.x] = {key, value};
  auto& [sameKey, sameValue] = s[threadIdx.x];
  sameKey += 1;
  int two[2] = {3, 4};
  auto [a, b] = two;
  auto [x, y, z] = make_int3(1, 2, 3);
  assert(s[threadIdx.x].key == static_cast<int>(threadIdx.x) + 1 && sameValue == value);
  assert(a + b == 7 && x + y + z == 6);
}
