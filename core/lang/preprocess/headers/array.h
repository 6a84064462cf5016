// std::array and cuda::std::array (C++ standard, [array]).
// Taken in for: array
namespace std {

template <typename T, size_t Size>
struct array {
  using value_type = T;
  T elements[Size];

  __device__ constexpr T& operator[](size_t i) { return elements[i]; }
  __device__ constexpr const T& operator[](size_t i) const { return elements[i]; }
  __device__ constexpr T& at(size_t i) { return elements[i]; }
  __device__ constexpr const T& at(size_t i) const { return elements[i]; }
  __device__ constexpr T& front() { return elements[0]; }
  __device__ constexpr T& back() { return elements[Size - 1]; }
  __device__ constexpr const T& front() const { return elements[0]; }
  __device__ constexpr const T& back() const { return elements[Size - 1]; }
  __device__ constexpr T* data() { return elements; }
  __device__ constexpr const T* data() const { return elements; }
  __device__ constexpr T* begin() { return elements; }
  __device__ constexpr const T* begin() const { return elements; }
  __device__ constexpr T* end() { return elements + Size; }
  __device__ constexpr const T* end() const { return elements + Size; }
  __device__ static constexpr size_t size() { return Size; }
  __device__ static constexpr size_t max_size() { return Size; }
  __device__ static constexpr bool empty() { return Size == 0; }
  __device__ constexpr void fill(const T& value) {
    for (size_t i = 0; i < Size; ++i) elements[i] = value;
  }
};

} // namespace std

namespace cuda {
namespace std = ::std;
}
