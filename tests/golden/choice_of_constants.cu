// launch: k<<<1, 32>>>(out)
// The choice between two constants is a constant, whatever kind of constants they are.
struct Shape { static constexpr int words = 4; };
constexpr int limit = 6;
template <typename S, typename T> __device__ int pick() {
  constexpr int most = sizeof(T) == 1 ? 2 : 8, count = S::words < most ? S::words : most;
  static_assert(count == (sizeof(T) == 1 ? 2 : 4));
  return count;
}
template <int n> struct Least { static constexpr int value = n < limit ? n : limit; };
__global__ void k(int* out) {
  constexpr int a = 4, b = 3, c = 9;
  constexpr int least = a < b ? a : b < c ? b : c;
  __shared__ int s[least + Least<7>::value];
  int& place = threadIdx.x % 2 ? s[0] : s[8];
  s[threadIdx.x % 9] = pick<Shape, char>() + pick<Shape, int>();
  __syncwarp();
  assert(place == 6 && sizeof(s) == 36);
  const int x = threadIdx.x, y = 5;
  out[threadIdx.x] = x < y ? x : y;
  assert(out[threadIdx.x] == (threadIdx.x < 5 ? threadIdx.x : 5));
}
