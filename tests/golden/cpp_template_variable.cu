// Variable templates, and a specialisation of one.
template <typename T>
constexpr T pi = T(3.141592653589793);
template <typename T>
constexpr bool isWide = false;
template <>
constexpr bool isWide<double> = true;
template <int N>
__device__ constexpr int square = N * N;

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  s[threadIdx.x] = pi<float> * 2;
  assert(s[threadIdx.x] == 6.2831855f);
  assert(pi<int> == 3 && pi<double> > 3.14159265);
  static_assert(isWide<double> && !isWide<float>, "one is specialised");
  assert(square<5> == 25);
}
