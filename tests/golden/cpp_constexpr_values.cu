// constexpr variables and functions in array bounds and template arguments.
constexpr int kTile = 32;
constexpr int padded(int columns) { return columns % 32 == 0 ? columns + 1 : columns; }
constexpr int log2of(int n) {
  int bits = 0;
  while (n > 1) {
    n /= 2;
    ++bits;
  }
  return bits;
}
template <int N>
struct Bits {
  static constexpr int kCount = log2of(N);
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float tile[kTile][padded(kTile)];
  static constexpr float kHalf = 0.5f;
  constexpr int row = Bits<1024>::kCount;
  tile[threadIdx.x][row] = kHalf;
  static_assert(sizeof(tile) == 32 * 33 * 4, "one column of padding");
  static_assert(row == 10, "two to the tenth");
}
