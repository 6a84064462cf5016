// Enumerations: plain, scoped, with an underlying type, in a switch, in a class.
enum Layout { RowMajor, ColumnMajor = 5, Last };
enum class Mode : unsigned char { Load = 1, Store, Both = Load | Store };
struct Config {
  enum { kPad = 1, kWidth = 32 + kPad };
  enum class Kind { A, B };
};
__device__ int cost(Mode mode) {
  switch (mode) {
  case Mode::Load: return 1;
  case Mode::Store: return 2;
  default: return 3;
  }
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * Config::kWidth];
  s[threadIdx.x * Config::kWidth] = cost(Mode::Both);
  static_assert(sizeof(Mode) == 1 && Last == 6, "one byte, one more");
  assert(s[threadIdx.x * Config::kWidth] == 3);
  const Config::Kind kind = Config::Kind::B;
  assert(kind == Config::Kind::B && static_cast<int>(kind) == 1);
  const int sum = RowMajor + ColumnMajor;
  assert(sum == 5);
}
