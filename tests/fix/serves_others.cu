// What other code uses too is not changed: a macro that the host uses, a function that a kernel calls which no
// launch runs, a type that the host and another kernel have.
// launch: by_macro<<<1, dim3(32, 8)>>>(in, out)
// launch: by_function<<<1, dim3(32, 8)>>>(in, out)
// launch: by_type<<<1, 64>>>(in, out)
#define CELL(r, c) cells[(r) * 32 + (c)]
#define CORNER CELL(0, 0)
__device__ float at(const float* p, int r, int c) { return p[r * 32 + c]; }
__device__ float twice(const float* p, int r, int c) { return 2 * at(p, r, c); }
struct Pair {
  float x, y, z, w;
};
__global__ void by_macro(const float* in, float* out) {
  __shared__ float cells[1024];
  for (int y = threadIdx.y; y < 32; y += 8) CELL(y, threadIdx.x) = in[y * 32 + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + threadIdx.x] = CELL(threadIdx.x, y);
}
__global__ void by_function(const float* in, float* out) {
  __shared__ float rows[1024];
  for (int y = threadIdx.y; y < 32; y += 8) rows[y * 32 + threadIdx.x] = in[y * 32 + threadIdx.x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8) out[y * 32 + threadIdx.x] = twice(rows, threadIdx.x, y);
}
__global__ void by_type(const float* in, float* out) {
  __shared__ Pair pairs[64];
  pairs[threadIdx.x].x = in[threadIdx.x];
  __syncthreads();
  const Pair& one = pairs[63 - threadIdx.x];
  out[threadIdx.x] = one.x;
}
template <int N>
__global__ void never(const float* in, float* out, const Pair* pairs) {
  out[threadIdx.x] = twice(in, threadIdx.x, N) + pairs[N].y;
}
void host(float* cells) { CORNER = 1; }
