// std::tuple (C++ standard, [tuple]).
// Taken in for: tuple, make_tuple
#include <type_traits>
namespace std {

template <typename... Types>
struct tuple;
template <>
struct tuple<> {};
template <typename First, typename... Rest>
struct tuple<First, Rest...> {
  First first;
  tuple<Rest...> rest;
  __device__ constexpr tuple() : first(), rest() {}
  __device__ constexpr tuple(const First& one, const Rest&... others) : first(one), rest(others...) {}
};

template <size_t Index, typename Tuple>
struct tuple_element;
template <typename First, typename... Rest>
struct tuple_element<0, tuple<First, Rest...>> {
  using type = First;
};
template <size_t Index, typename First, typename... Rest>
struct tuple_element<Index, tuple<First, Rest...>> {
  using type = typename tuple_element<Index - 1, tuple<Rest...>>::type;
};
template <size_t Index, typename Tuple>
using tuple_element_t = typename tuple_element<Index, Tuple>::type;

template <typename Tuple>
struct tuple_size;
template <typename... Types>
struct tuple_size<tuple<Types...>> : integral_constant<size_t, sizeof...(Types)> {};
template <typename Tuple>
inline constexpr size_t tuple_size_v = tuple_size<Tuple>::value;

template <size_t Index, typename Tuple>
__device__ constexpr auto& get(Tuple&& all) {
  if constexpr (Index == 0)
    return all.first;
  else
    return get<Index - 1>(all.rest);
}

template <typename... Types>
__device__ constexpr tuple<decay_t<Types>...> make_tuple(Types&&... values) {
  return tuple<decay_t<Types>...>(values...);
}

} // namespace std
