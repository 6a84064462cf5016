// Lambdas: captures by value, by reference, with initialiser; mutable; generic; as arguments.
template <typename F>
__device__ void repeat(int n, F f) {
  for (int i = 0; i < n; ++i) f(i);
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[128];
  const int t = threadIdx.x;
  auto store = [&](int j) { s[j * 32 + t] = j; };
  repeat(4, store);
  int sum = 0;
  repeat(4, [&sum, t](int j) { sum += s[j * 32 + t]; });
  assert(sum == 6);
  auto counter = [n = 10]() mutable { return ++n; };
  assert(counter() == 11 && counter() == 12);
  auto twice = [](auto x) { return x + x; };
  assert(twice(3) == 6 && twice(0.25f) == 0.5f);
  auto wide = [=](int x) -> float { return x + t; };
  assert(wide(1) == t + 1.0f);
  assert([](int a, int b) { return a - b; }(5, 3) == 2);
}
