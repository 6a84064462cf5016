// static constexpr members of classes and of templates: sizes of shared arrays, strides, tables.
template <typename T, int Rows, int Columns>
struct TileShape {
  static constexpr int kPadding = 4 / sizeof(T);
  static constexpr int kStride = Columns + kPadding;
  static constexpr int kElements = Rows * kStride;
  static constexpr int kSkip[3] = {1, 2, 4};
  __device__ static int at(int row, int column) { return row * kStride + column; }
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  using Shape = TileShape<float, 32, 32>;
  static_assert(Shape::kStride == 33 && TileShape<char, 1, 32>::kStride == 36, "padded by one word");
  __shared__ float s[Shape::kElements];
  const int i = threadIdx.x;
  s[Shape::at(i, 0)] = float(i); // a column: no conflict
  assert(s[Shape::at(i, 0)] == float(i));
  assert(Shape::kSkip[0] + Shape::kSkip[1] + Shape::kSkip[2] == 7);
}
