// Class templates with type and value parameters; members of a dependent type.
template <typename T, int Rows, int Columns>
struct Tile {
  using Element = T;
  static constexpr int kSize = Rows * Columns;
  T data[Rows][Columns];
  __device__ T& at(int row, int column) { return data[row][column]; }
};
template <typename TileType>
__device__ typename TileType::Element diagonal(TileType& tile, int i) {
  return tile.at(i, i);
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Tile<int, 32, 33> tile;
  const int i = threadIdx.x;
  tile.at(i, i) = i * i;
  assert(diagonal(tile, i) == i * i);
  static_assert(Tile<int, 32, 33>::kSize == 1056, "rows times columns");
}
