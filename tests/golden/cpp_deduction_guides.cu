// Deduction guides of the text's own: they say what the class's arguments are where its constructors do not.
template <typename T, int Width>
struct View {
  T* data;
  template <typename Row>
  __device__ explicit View(Row* rows) : data(&rows[0][0]) {}
  __device__ T& operator()(int row, int column) { return data[row * Width + column]; }
};
template <typename T, int Width>
View(T (*)[Width]) -> View<T, Width>;

template <typename T>
struct Box {
  T value;
};
Box(float) -> Box<double>; // more fitting than what the members say
template <typename T>
Box(T*) -> Box<T>;

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int tile[32][33];
  const int i = threadIdx.x;
  View view(tile);
  view(i, 0) = i;
  assert(view(i, 0) == i && tile[i][0] == i);
  static_assert(sizeof(Box{1.0f}.value) == 8, "the guide wins");
  Box b{2};
  static_assert(sizeof(b.value) == 4, "no guide fits an int");
}
