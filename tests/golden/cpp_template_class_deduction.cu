// A class template's arguments from the values that an object begins with.
template <typename T>
struct View {
  T* data;
  int pitch;
  __device__ View(T* data, int pitch) : data(data), pitch(pitch) {}
  __device__ T& operator()(int row, int column) { return data[row * pitch + column]; }
};
template <typename T, int N>
struct Tile {
  T (*rows)[N];
  __device__ explicit Tile(T (&array)[N][N]) : rows(array) {}
};
template <typename A, typename B>
struct Pair {
  A first;
  B second;
};
template <typename T, typename U = float>
struct Defaulted {
  T first;
  U second = 2;
};
template <typename F>
struct Map {
  F f;
};
template <typename T>
struct Range {
  T begin, end;
  template <typename U>
  __device__ Range(U first, T last) : begin(first), end(last) {}
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32 * 32];
  __shared__ double t[16][16];
  View v(s, 32);
  v(threadIdx.x, 0) = 1;
  View copy = v;
  copy(0, threadIdx.x) = 2;
  Tile tile(t);
  tile.rows[threadIdx.x & 15][2] = 3;
  const Pair p{1, 2.0f};
  Pair q = {s, 2.0};
  static_assert(sizeof(p) == 8 && sizeof(q) == 16);
  Map map{[](int i) { return 31 - i; }};
  View(s, 32)(0, map.f(threadIdx.x)) = p.second;
  auto other = Pair{'c', q};
  other.second.first[threadIdx.x] = other.first;
  Range range(0, 5LL);
  static_assert(sizeof(range) == 16);
  Defaulted defaulted{3};
  static_assert(sizeof(defaulted) == 8);
  assert(defaulted.second == 2 && range.end == 5 && p.first == 1);
}
