// What kernels ask of types (C++ standard, [meta]).
// Taken in for: is_same, is_same_v, is_void_v, is_integral, is_integral_v, is_floating_point, is_floating_point_v, is_arithmetic, is_arithmetic_v, is_signed_v, is_unsigned_v, is_pointer_v, is_const_v, is_reference_v, conditional, conditional_t, enable_if, enable_if_t, integral_constant, bool_constant, true_type, false_type, remove_const_t, remove_cv_t, remove_reference, remove_reference_t, remove_pointer_t, decay_t, remove_cvref_t, make_unsigned_t, make_signed_t, void_t, declval, negation, negation_v, conjunction, conjunction_v, disjunction, disjunction_v, is_convertible, is_convertible_v, is_invocable, is_invocable_v, invoke_result_t, common_type_t, type_identity, type_identity_t
// Included as: type_traits
namespace std {

template <typename T, T Value>
struct integral_constant {
  static constexpr T value = Value;
  using value_type = T;
  using type = integral_constant<T, Value>;
  __device__ constexpr operator T() const { return Value; }
  __device__ constexpr T operator()() const { return Value; }
};
template <bool Value>
using bool_constant = integral_constant<bool, Value>;
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;

template <typename T> struct remove_const { using type = T; };
template <typename T> struct remove_const<const T> { using type = T; };
template <typename T> struct remove_volatile { using type = T; };
template <typename T> struct remove_volatile<volatile T> { using type = T; };
template <typename T> struct remove_reference { using type = T; };
template <typename T> struct remove_reference<T&> { using type = T; };
template <typename T> struct remove_reference<T&&> { using type = T; };
template <typename T> struct remove_pointer { using type = T; };
template <typename T> struct remove_pointer<T*> { using type = T; };
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_volatile_t = typename remove_volatile<T>::type;
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
template <typename T> struct remove_cv { using type = remove_const_t<remove_volatile_t<T>>; };
template <typename T> using remove_cv_t = typename remove_cv<T>::type;
template <typename T> struct remove_cvref { using type = remove_cv_t<remove_reference_t<T>>; };
template <typename T> using remove_cvref_t = typename remove_cvref<T>::type;
template <typename T> struct decay { using type = remove_cvref_t<T>; };
template <typename T> using decay_t = typename decay<T>::type;

template <typename A, typename B> struct is_same : false_type {};
template <typename A> struct is_same<A, A> : true_type {};
template <typename A, typename B> inline constexpr bool is_same_v = is_same<A, B>::value;

template <typename T> inline constexpr bool is_void_v = is_same<remove_cv_t<T>, void>::value;

namespace details {
template <typename T> struct integral : false_type {};
template <> struct integral<bool> : true_type {};
template <> struct integral<char> : true_type {};
template <> struct integral<signed char> : true_type {};
template <> struct integral<unsigned char> : true_type {};
template <> struct integral<short> : true_type {};
template <> struct integral<unsigned short> : true_type {};
template <> struct integral<int> : true_type {};
template <> struct integral<unsigned int> : true_type {};
template <> struct integral<long> : true_type {};
template <> struct integral<unsigned long> : true_type {};
template <> struct integral<long long> : true_type {};
template <> struct integral<unsigned long long> : true_type {};
template <typename T> struct floating : false_type {};
template <> struct floating<float> : true_type {};
template <> struct floating<double> : true_type {};
template <typename T> struct unsigned_of { using type = T; };
template <> struct unsigned_of<char> { using type = unsigned char; };
template <> struct unsigned_of<signed char> { using type = unsigned char; };
template <> struct unsigned_of<short> { using type = unsigned short; };
template <> struct unsigned_of<int> { using type = unsigned int; };
template <> struct unsigned_of<long> { using type = unsigned long; };
template <> struct unsigned_of<long long> { using type = unsigned long long; };
template <typename T> struct signed_of { using type = T; };
template <> struct signed_of<char> { using type = signed char; };
template <> struct signed_of<unsigned char> { using type = signed char; };
template <> struct signed_of<unsigned short> { using type = short; };
template <> struct signed_of<unsigned int> { using type = int; };
template <> struct signed_of<unsigned long> { using type = long; };
template <> struct signed_of<unsigned long long> { using type = long long; };
template <typename T> struct pointer : false_type {};
template <typename T> struct pointer<T*> : true_type {};
template <typename T> struct constant : false_type {};
template <typename T> struct constant<const T> : true_type {};
template <typename T> struct reference : false_type {};
template <typename T> struct reference<T&> : true_type {};
template <typename T> struct reference<T&&> : true_type {};
} // namespace details

template <typename T> struct is_integral : bool_constant<details::integral<remove_cv_t<T>>::value> {};
template <typename T> struct is_floating_point : bool_constant<details::floating<remove_cv_t<T>>::value> {};
template <typename T> inline constexpr bool is_integral_v = is_integral<T>::value;
template <typename T> inline constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T> inline constexpr bool is_arithmetic_v = is_integral_v<T> || is_floating_point_v<T>;
template <typename T> struct is_arithmetic : bool_constant<is_arithmetic_v<T>> {};
template <typename T> inline constexpr bool is_pointer_v = details::pointer<remove_cv_t<T>>::value;
template <typename T> struct is_pointer : bool_constant<is_pointer_v<T>> {};
template <typename T> inline constexpr bool is_const_v = details::constant<T>::value;
template <typename T> inline constexpr bool is_reference_v = details::reference<T>::value;
template <typename T> struct make_unsigned { using type = typename details::unsigned_of<T>::type; };
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;
template <typename T> struct make_signed { using type = typename details::signed_of<T>::type; };
template <typename T> using make_signed_t = typename make_signed<T>::type;
template <typename T> inline constexpr bool is_signed_v = is_arithmetic_v<T> && T(-1) < T(0);
template <typename T> inline constexpr bool is_unsigned_v = is_arithmetic_v<T> && !(T(-1) < T(0));
template <typename T> struct is_signed : bool_constant<is_signed_v<T>> {};
template <typename T> struct is_unsigned : bool_constant<is_unsigned_v<T>> {};

template <bool Condition, typename Yes, typename No> struct conditional { using type = Yes; };
template <typename Yes, typename No> struct conditional<false, Yes, No> { using type = No; };
template <bool Condition, typename Yes, typename No>
using conditional_t = typename conditional<Condition, Yes, No>::type;
template <bool Condition, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { using type = T; };
template <bool Condition, typename T = void> using enable_if_t = typename enable_if<Condition, T>::type;
template <typename...> using void_t = void;
template <typename T> struct type_identity { using type = T; };
template <typename T> using type_identity_t = typename type_identity<T>::type;

template <typename T>
T&& declval();

template <typename T> struct negation : bool_constant<!T::value> {};
template <typename T> inline constexpr bool negation_v = !T::value;
template <typename... T> struct conjunction : true_type {};
template <typename T> struct conjunction<T> : T {};
template <typename T, typename... Rest>
struct conjunction<T, Rest...> : conditional_t<bool(T::value), conjunction<Rest...>, T> {};
template <typename... T> inline constexpr bool conjunction_v = conjunction<T...>::value;
template <typename... T> struct disjunction : false_type {};
template <typename T> struct disjunction<T> : T {};
template <typename T, typename... Rest>
struct disjunction<T, Rest...> : conditional_t<bool(T::value), T, disjunction<Rest...>> {};
template <typename... T> inline constexpr bool disjunction_v = disjunction<T...>::value;

namespace details {
template <typename T> void take(T);
template <typename From, typename To, typename = void> struct convertible : false_type {};
template <typename From, typename To>
struct convertible<From, To, void_t<decltype(take<To>(declval<From>()))>> : true_type {};
template <typename, typename F, typename... Arguments> struct invocable : false_type {};
template <typename F, typename... Arguments>
struct invocable<void_t<decltype(declval<F>()(declval<Arguments>()...))>, F, Arguments...> : true_type {};
} // namespace details
template <typename From, typename To> struct is_convertible : details::convertible<From, To> {};
template <typename From, typename To> inline constexpr bool is_convertible_v = is_convertible<From, To>::value;
template <typename F, typename... Arguments>
struct is_invocable : details::invocable<void, F, Arguments...> {};
template <typename F, typename... Arguments>
inline constexpr bool is_invocable_v = is_invocable<F, Arguments...>::value;
template <typename F, typename... Arguments>
using invoke_result_t = decltype(declval<F>()(declval<Arguments>()...));
template <typename A, typename B>
using common_type_t = decay_t<decltype(true ? declval<A>() : declval<B>())>;

} // namespace std

namespace cuda {
namespace std = ::std;
}
