// Folds of each of the four forms, over operators of each kind.
template <int... Ns>
struct List {};
template <int... Ns>
__device__ constexpr int sum(List<Ns...>) {
  return (0 + ... + Ns);
}
template <int... Ns>
__device__ constexpr int minusFromLeft(List<Ns...>) {
  return (... - Ns);
}
template <int... Ns>
__device__ constexpr int minusFromRight(List<Ns...>) {
  return (Ns - ...);
}
template <typename... Ts>
__device__ void put(int* to, Ts... values) {
  (void(*to++ = values), ...);
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * 3];
  const int i = threadIdx.x;
  put(s + 3 * i, i, 2 * i, 3 * i);
  assert(s[3 * i] + s[3 * i + 1] + s[3 * i + 2] == 6 * i);
  assert(sum(List<1, 2, 3>()) == 6 && sum(List<>()) == 0);
  assert(minusFromLeft(List<10, 3, 2>()) == 5 && minusFromRight(List<10, 3, 2>()) == 9);
}
