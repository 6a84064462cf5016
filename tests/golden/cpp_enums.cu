// Enumerations: plain, scoped, with an underlying type, in a switch, in a class.
enum Layout { RowMajor, ColumnMajor = 5, Last };
enum class Mode : unsigned char { Load = 1, Store, Both = Load | Store };
struct Config {
  enum { kPad = 1, kWidth = 32 + kPad };
  enum class Kind { A, B };
};
namespace flags {
enum class Flag : unsigned { None, A = 1, B = 2 };
__device__ constexpr Flag operator|(Flag a, Flag b) { return Flag{static_cast<unsigned>(a) | static_cast<unsigned>(b)}; }
__device__ constexpr Flag& operator|=(Flag& a, Flag b) { return a = a | b; }
template <typename Int>
__device__ constexpr Flag operator<<(Flag a, Int by) { return Flag(static_cast<unsigned>(a) << by); }
__device__ bool has(Flag all, Flag one) { return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0; }
} // namespace flags
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
  flags::Flag set = flags::Flag::A; // the functions of its namespace are found by it
  set |= flags::Flag::A << 1;
  assert(has(set, flags::Flag::B) && set == flags::Flag{3} && !has(flags::Flag{}, flags::Flag::A));
}
