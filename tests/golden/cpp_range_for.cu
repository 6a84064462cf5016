// Range-based for over arrays, by value and by reference, and over classes with begin and end.
struct Range {
  int first, last;
  struct Iterator {
    int at;
    __device__ int operator*() const { return at; }
    __device__ void operator++() { ++at; }
    __device__ bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  __device__ Iterator begin() const { return {first}; }
  __device__ Iterator end() const { return {last}; }
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  int values[] = {1, 2, 3, 4};
  for (int& v : values) v *= 2;
  int sum = 0;
  for (const auto v : values) sum += v;
  for (int j : Range{5, 8}) sum += j;
  for (int v : {100, 200}) sum += v;
  s[threadIdx.x] = sum;
  assert(s[threadIdx.x] == 20 + 18 + 300);
}
