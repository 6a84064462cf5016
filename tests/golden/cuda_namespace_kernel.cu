// A kernel in a namespace, launched by its plain name, which only one kernel has.
namespace mine {
namespace detail {
template <int N>
__global__ void stride(float* out) {
  __shared__ float s[32 * N];
  s[threadIdx.x * N] = 1;
  out[threadIdx.x] = s[threadIdx.x * N];
}
} // namespace detail
} // namespace mine
// launch: stride<2><<<1, 32>>>(out)
// launch: mine::detail::stride<4><<<1, 32>>>(out)
