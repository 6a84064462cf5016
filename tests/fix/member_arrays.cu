// Arrays in a struct, with rows and flat, by a reference and through a method.
// launch: k<<<1, dim3(32, 8)>>>(in, out)
template <int N>
struct Line {
  float cells[N];
  __device__ float& operator[](int i) { return cells[i]; }
};
struct Stage {
  float tile[32][32];
  int count;
};
__device__ void load(Stage& stage, const float* in) {
  for (int r = threadIdx.y; r < 32; r += blockDim.y) stage.tile[r][threadIdx.x] = in[r * 32 + threadIdx.x];
}
__global__ void k(const float* in, float* out) {
  __shared__ Stage stage;
  __shared__ Line<1024> line;
  load(stage, in);
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 1024; i += 256) line[i] = in[i];
  if (threadIdx.y == 0) stage.count = 3;
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += blockDim.y)
    out[r * 32 + threadIdx.x] = stage.tile[threadIdx.x][r] * stage.count + line[threadIdx.x * 32 + r];
}
