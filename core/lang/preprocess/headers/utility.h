// Moving, swapping, pairs and the small algorithms that kernels use (C++ standard, [utility] and [algorithms]).
// Taken in for: swap, move, forward, exchange, pair, make_pair, clamp, fill_n, index_sequence, make_index_sequence, integer_sequence, make_integer_sequence
#include <type_traits>
namespace std {

template <typename T>
__device__ constexpr remove_reference_t<T>&& move(T&& value) {
  return static_cast<remove_reference_t<T>&&>(value);
}
template <typename T>
__device__ constexpr T&& forward(remove_reference_t<T>& value) {
  return static_cast<T&&>(value);
}
template <typename T>
__device__ constexpr void swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
template <typename T, typename U = T>
__device__ constexpr T exchange(T& place, U&& value) {
  T old = place;
  place = value;
  return old;
}

template <typename First, typename Second>
struct pair {
  using first_type = First;
  using second_type = Second;
  First first;
  Second second;
};
template <typename First, typename Second>
__device__ constexpr pair<decay_t<First>, decay_t<Second>> make_pair(First&& first, Second&& second) {
  return pair<decay_t<First>, decay_t<Second>>{first, second};
}
template <typename First, typename Second>
__device__ constexpr bool operator==(pair<First, Second> a, pair<First, Second> b) {
  return a.first == b.first && a.second == b.second;
}
template <typename First, typename Second>
__device__ constexpr bool operator<(pair<First, Second> a, pair<First, Second> b) {
  return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}

template <size_t... Indices>
struct index_sequence {
  static constexpr size_t size() { return sizeof...(Indices); }
};
namespace details {
template <size_t Count, size_t... Indices>
struct sequence {
  using type = typename sequence<Count - 1, Count - 1, Indices...>::type;
};
template <size_t... Indices>
struct sequence<0, Indices...> {
  using type = index_sequence<Indices...>;
};
} // namespace details
template <size_t Count>
using make_index_sequence = typename details::sequence<Count>::type;

template <typename T, T... Values>
struct integer_sequence {
  using value_type = T;
  static constexpr size_t size() { return sizeof...(Values); }
};
namespace details {
template <typename T, typename Indices>
struct integers;
template <typename T, size_t... Indices>
struct integers<T, index_sequence<Indices...>> {
  using type = integer_sequence<T, static_cast<T>(Indices)...>;
};
} // namespace details
template <typename T, T Count>
using make_integer_sequence = typename details::integers<T, make_index_sequence<static_cast<size_t>(Count)>>::type;

template <typename T>
__device__ constexpr T clamp(T value, remove_cvref_t<T> low, remove_cvref_t<T> high) {
  return value < low ? low : high < value ? high : value;
}
template <typename Iterator, typename Count, typename T>
__device__ constexpr Iterator fill_n(Iterator at, Count count, const T& value) {
  for (; count > 0; --count, ++at) *at = value;
  return at;
}

} // namespace std
