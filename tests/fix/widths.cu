// Lengths that do not name the width of a row grow by what it divides them into.
// launch: settled<<<1, dim3(32, 8)>>>(in, out)
// launch: given<32><<<1, dim3(32, 8)>>>(in, out)
#ifndef WIDTH
#define WIDTH 32
#endif
#define AREA (WIDTH * WIDTH)
template <int N>
struct Shape {
  static constexpr int kPitch = N, kSize = N * N;
};
__global__ void settled(const float* in, float* out) {
  __shared__ float tile[AREA];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < WIDTH; r += 8) tile[r * WIDTH + x] = in[r * WIDTH + x];
  __syncthreads();
  for (int r = threadIdx.y; r < WIDTH; r += 8) out[r * WIDTH + x] = tile[x * WIDTH + r];
}
template <int N>
__global__ void given(const float* in, float* out) {
  constexpr int kPitch = Shape<N>::kPitch;
  __shared__ float line[Shape<N>::kSize];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < N; r += 8) line[r * kPitch + x] = in[r * N + x];
  __syncthreads();
  for (int r = threadIdx.y; r < N; r += 8) out[r * N + x] = line[x * kPitch + r];
}
