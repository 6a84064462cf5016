// cuda::aligned_size_t (libcu++, <cuda/barrier>).
// Included as: cuda/aligned_size
// Taken in for: aligned_size_t
namespace cuda {

// A number of bytes that is known to be aligned.
template <size_t Align>
struct aligned_size_t {
  static constexpr size_t align = Align;
  size_t value;
  __device__ explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
  __device__ constexpr operator size_t() const { return value; }
};

} // namespace cuda
