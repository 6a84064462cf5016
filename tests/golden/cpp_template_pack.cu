// Parameter packs: expansion in calls and lists, sizeof..., fold expressions of each form.
template <typename... Ts>
__device__ int sum(Ts... values) {
  return (values + ... + 0);
}
template <int... Ns>
__device__ int product() {
  return (... * Ns);
}
template <typename T, typename... Rest>
__device__ T largest(T first, Rest... rest) {
  if constexpr (sizeof...(rest) == 0)
    return first;
  else
    return max(first, largest(rest...));
}
template <int... Ns>
__device__ int table(int i) {
  const int values[] = {Ns...};
  return values[i];
}
template <typename... Ts>
__device__ bool all(Ts... values) {
  return (values && ...);
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * 3];
  const int i = threadIdx.x;
  s[i * product<1, 3>()] = sum(i, 1, 2);
  assert(s[i * 3] == i + 3);
  assert(largest(3, 9, 4) == 9);
  assert((table<5, 6, 7>(1) == 6));
  assert(all(true, 1, 2.0f) && !all(true, false));
}
