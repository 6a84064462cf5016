struct Pair {
  int a, b;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  auto [a, b, c] = Pair{1, 2};
  auto [d] = 5;
  s[threadIdx.x] = 0;
}
