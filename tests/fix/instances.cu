// Templates: what holds in the instance that runs need not in another.
// launch: rows<32><<<1, dim3(32, 8)>>>(in, out)
// launch: flat<32><<<1, dim3(32, 8)>>>(in, out)
// launch: shifted<5><<<1, dim3(32, 8)>>>(in, out)
// launch: open<32><<<1, dim3(32, 8), 4096>>>(in, out)
// launch: carved<32><<<1, dim3(32, 8), 2 * 32 * 32 * 4>>>(in, out)
// launch: runs<4><<<1, 32>>>(in, out)
// launch: apart<float><<<1, 32>>>(in, out)
template <int N>
__global__ void rows(const float* in, float* out) {
  __shared__ float tile[N][N];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < N; r += 8) tile[r][x] = in[r * N + x];
  __syncthreads();
  for (int r = threadIdx.y; r < N; r += 8) out[r * N + x] = tile[x][r];
}
template <int N>
__global__ void flat(const float* in, float* out) {
  __shared__ float line[N * N];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < N; r += 8) line[r * N + x] = in[r * N + x];
  __syncthreads();
  for (int r = threadIdx.y; r < N; r += 8) out[r * N + x] = line[x * N + r];
}
template <int LOG>
__global__ void shifted(const float* in, float* out) {
  constexpr int kLength = 1 << (2 * LOG);
  __shared__ float bits[kLength];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 1 << LOG; r += 8) bits[(r << LOG) + x] = in[r * 32 + x];
  __syncthreads();
  for (int r = threadIdx.y; r < 1 << LOG; r += 8) out[r * 32 + x] = bits[(x << LOG) + r];
}
template <int W>
__global__ void open(const float* in, float* out) {
  extern __shared__ float asked[];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < W; r += 8) asked[r * W + x] = in[r * W + x];
  __syncthreads();
  for (int r = threadIdx.y; r < W; r += 8) out[r * W + x] = asked[x * W + r];
}
template <int W>
__global__ void carved(const float* in, float* out) {
  extern __shared__ float pool[];
  float* first = pool;
  float* second = pool + W * W;
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < W; r += 8) second[r * W + x] = first[r * W + x] = in[r * W + x];
  __syncthreads();
  for (int r = threadIdx.y; r < W; r += 8) out[r * W + x] = first[x * W + r] + second[r * W + x];
}
template <int K>
__global__ void runs(const float* in, float* out) {
  __shared__ float four[32 * K], eight[256];
  const int t = threadIdx.x;
  for (int i = 0; i < K; ++i) four[t * K + i] = in[t + i * 32];
  for (int i = 0; i < 8; ++i) eight[t + i * 32] = in[t + i * 32];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < K; ++i) sum += four[(t ^ 1) * K + i];
  for (int i = 0; i < 4; ++i) sum += eight[t * K + i];
  out[t] = sum;
}
template <typename T>
__global__ void apart(const float* in, float* out) {
  struct Pair {
    T a, b;
  };
  __shared__ Pair pairs[32];
  const int t = threadIdx.x;
  pairs[t].a = in[t];
  pairs[t].b = in[t + 32];
  __syncthreads();
  out[t] = pairs[31 - t].a + pairs[31 - t].b;
}
