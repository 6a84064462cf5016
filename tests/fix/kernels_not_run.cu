// Arrays that kernels use which no launch here runs, or which run and leave some use of theirs out.
// launch: read<<<1, dim3(32, 8)>>>(in, out)
// launch: staged<<<1, dim3(32, 8)>>>(in, out)
// launch: again<<<1, 32>>>(out, 0)
// launch: rows<<<1, dim3(32, 8), 4096>>>(in, out)
// launch: flat<<<1, dim3(32, 8), 4096>>>(in, out)
__shared__ float grid[32][32];
extern __shared__ float open_rows[][32];
extern __shared__ float open_line[];
struct Stage {
  float tile[32][32];
  float bias;
};
__global__ void read(const float* in, float* out) {
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) grid[r][x] = in[r * 32 + x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = grid[x][r];
}
__global__ void other(float4* out) { out[threadIdx.x] = *reinterpret_cast<float4*>(&grid[threadIdx.x][4]); }

__global__ void staged(const float* in, float* out) {
  __shared__ Stage stage;
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) stage.tile[r][x] = in[r * 32 + x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = stage.tile[x][r];
}
__global__ void again(float* out, int all) {
  __shared__ Stage kept;
  const float* p = kept.tile[0];
  kept.tile[0][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = all ? p[threadIdx.x * 33] : kept.tile[0][31 - threadIdx.x];
}
template <typename Any>
__device__ float peek(Any& any) {
  return any.tile[3][4];
}

__global__ void rows(const float* in, float* out) {
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) open_rows[r][x] = in[r * 32 + x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = open_rows[x][r];
}
__global__ void other_rows(float* out) { open_rows[1][threadIdx.x] = out[threadIdx.x]; }

__global__ void flat(const float* in, float* out) {
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) open_line[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = open_line[x * 32 + r];
}
__global__ void other_flat(float* out) { open_line[threadIdx.x * 32] = out[threadIdx.x]; }
