// The detection idiom: a partial specialisation whose arguments make no sense is out of the choice.
#include <type_traits>
template <typename T, typename = void>
struct HasPitch : std::false_type {};
template <typename T>
struct HasPitch<T, std::void_t<decltype(T::pitch)>> : std::true_type {};
template <typename T, typename = void>
struct HasValueType : std::false_type {};
template <typename T>
struct HasValueType<T, std::void_t<typename T::value_type>> : std::true_type {};
template <typename T, typename = void>
struct HasLoad : std::false_type {};
template <typename T>
struct HasLoad<T, std::void_t<decltype(std::declval<T>().load(0))>> : std::true_type {};
template <typename T>
struct MakeVoid {
  using type = void;
};
template <typename T, typename = void>
struct HasRows : std::false_type {};
template <typename T>
struct HasRows<T, typename MakeVoid<decltype(T::rows)>::type> : std::true_type {};
template <typename T, typename U, typename = void>
struct CanAdd : std::false_type {};
template <typename T, typename U>
struct CanAdd<T, U, std::void_t<decltype(std::declval<T>() + std::declval<U>())>> : std::true_type {};

// By a condition: the one whose condition holds.
template <typename T, typename = void>
struct Words : std::integral_constant<int, 0> {};
template <typename T>
struct Words<T, std::enable_if_t<sizeof(T) == 4>> : std::integral_constant<int, 1> {};
template <typename T>
struct Words<T, typename std::enable_if<sizeof(T) == 8>::type> : std::integral_constant<int, 2> {};

// For any operation.
template <template <typename...> class Operation, typename Nothing, typename... Arguments>
struct Detector : std::false_type {};
template <template <typename...> class Operation, typename... Arguments>
struct Detector<Operation, std::void_t<Operation<Arguments...>>, Arguments...> : std::true_type {};
template <typename T>
using LoadOf = decltype(std::declval<T>().load(1));
template <typename T>
constexpr bool canLoad = Detector<LoadOf, void, T>::value;

struct Tile {
  using value_type = float;
  int pitch;
  __device__ float load(int) { return 1; }
};
struct Rows {
  float rows;
};

// In signatures.
template <typename T>
__device__ auto stride(const T& tile, int) -> decltype(tile.pitch) {
  return tile.pitch;
}
template <typename T>
__device__ int stride(const T&, long) {
  return 1;
}
template <typename T, std::enable_if_t<HasPitch<T>::value, int> = 0>
__device__ int choose(T) {
  return 4;
}
template <typename T, std::enable_if_t<!HasPitch<T>::value, int> = 0>
__device__ int choose(T) {
  return 8;
}

static_assert(HasPitch<Tile>::value && !HasPitch<Rows>::value && !HasPitch<int>::value);
static_assert(HasValueType<Tile>::value && !HasValueType<Rows>::value);
static_assert(HasLoad<Tile>::value && !HasLoad<Rows>::value);
static_assert(HasRows<Rows>::value && !HasRows<Tile>::value);
static_assert(CanAdd<int, float>::value && !CanAdd<int, Tile>::value);
static_assert(Words<float>::value == 1 && Words<double>::value == 2 && Words<char>::value == 0);
static_assert(canLoad<Tile> && !canLoad<Rows>);
static_assert(std::is_convertible_v<int, float> && !std::is_convertible_v<Tile, float>);
static_assert(std::conjunction_v<HasPitch<Tile>, HasLoad<Tile>> && !std::conjunction_v<HasPitch<Tile>, HasLoad<Rows>>);
static_assert(std::disjunction_v<HasPitch<Rows>, HasLoad<Tile>> && std::negation_v<HasPitch<Rows>>);
static_assert(std::is_same_v<std::common_type_t<int, float>, float>);

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * 8];
  const Tile tile{2};
  const Rows rows{3.0f};
  s[threadIdx.x * stride(tile, 0)] = choose(tile);
  s[threadIdx.x * choose(rows)] = stride(rows, 0);
  assert(s[0] == 1);
}
