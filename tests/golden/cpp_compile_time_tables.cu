// Tables computed while compiling.
struct Table {
  int values[16];
};
__host__ __device__ constexpr Table makeTable() {
  Table table{};
  for (int i = 0; i < 16; ++i) table.values[i] = i * i;
  return table;
}
__constant__ constexpr Table kSquares = makeTable();

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[256];
  s[kSquares.values[threadIdx.x % 16]] = 1;
  static_assert(makeTable().values[5] == 25, "five squared");
  assert(kSquares.values[7] == 49);
}
