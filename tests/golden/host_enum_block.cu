// A policy's enumerators as the size of the block, and launches of which the last reads what the one before writes.
template <class T>
struct View {
  int n;
  const T* values;
};
template <int Threads, int Items>
struct Policy {
  enum { THREADS = Threads, ITEMS = Items };
};
template <class P, class T>
__launch_bounds__(int(P::THREADS)) __global__ void reverse(View<T> in, T* out) {
  __shared__ T s[P::THREADS * P::ITEMS];
  for (int i = 0; i < P::ITEMS; ++i) s[threadIdx.x * P::ITEMS + i] = in.values[threadIdx.x * P::ITEMS + i];
  __syncthreads();
  out[threadIdx.x] = s[P::THREADS - 1 - threadIdx.x];
}
__global__ void scale(float* x) { x[threadIdx.x] *= 2; }
__global__ void sum(const float* in, float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  for (int i = 16; i > 0; i /= 2) s[threadIdx.x] += __shfl_xor_sync(~0u, s[threadIdx.x], i);
  out[threadIdx.x] = s[threadIdx.x];
}
template <typename P = Policy<64, 3>, typename T>
cudaError_t run(const View<T>& in, T* out, cudaStream_t stream = 0) {
  reverse<P><<<in.n / P::ITEMS, P::THREADS, 0, stream>>>(in, out);
  return cudaPeekAtLastError();
}
int main() {
  float *given, *reversed, *total;
  cudaMalloc(&given, 192 * sizeof(float));
  cudaMalloc(&reversed, 64 * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  const View<float> in{192, given};
  const auto error = run(in, reversed);
  scale<<<1, 32>>>(reversed);
  sum<<<1, 32>>>(reversed, total);
  return error;
}
