// Pointers into arrays, in code that no run comes by: what they count on is not proved.
// launch: branch<<<1, dim3(32, 8)>>>(in, out, 0)
// launch: row<<<1, dim3(32, 8)>>>(in, out, 0)
// launch: rows<<<1, dim3(32, 8)>>>(in, out, 0)
// launch: vector<<<1, dim3(32, 8)>>>(in, out4, 0)
// launch: helped<<<1, dim3(32, 8)>>>(in, out)
// launch: structs<<<1, 32>>>(in, out, 0)
// launch: reached<<<1, dim3(32, 8)>>>(in, out, 1)
__global__ void branch(const float* in, float* out, int all) {
  __shared__ float flat[32][32];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) flat[r][x] = in[r * 32 + x];
  __syncthreads();
  if (all)
    for (int i = x; i < 1024; i += 32) out[i] = (&flat[0][0])[i];
  else
    for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = flat[x][r];
}
__global__ void row(const float* in, float* out, int all) {
  __shared__ float line[32][32];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) line[r][x] = in[r * 32 + x];
  __syncthreads();
  const float* from = line[x];
  if (all) out[x] = from[40];
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = line[x][r];
}
__global__ void rows(const float* in, float* out, int all) {
  __shared__ float each[32][32];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) each[r][x] = in[r * 32 + x];
  __syncthreads();
  if (all) {
    int i = 0;
    for (const auto& line : each)
      for (const float value : line) out[i++] = value;
  }
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = each[x][r];
}
__global__ void vector(const float* in, float4* out, int all) {
  __shared__ float wide[32][32];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) wide[r][x] = in[r * 32 + x];
  __syncthreads();
  if (all) out[x] = *reinterpret_cast<float4*>(&wide[x][4]);
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x].x = wide[x][r];
}
__shared__ float known[32][32];
__device__ float sum() {
  float all = 0;
  const float* p = known[0];
  for (int i = 0; i < 1024; ++i) all += p[i];
  return all;
}
__global__ void helped(const float* in, float* out) {
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) known[r][x] = in[r * 32 + x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = known[x][r];
}
struct alignas(16) Point {
  float x, y, z;
};
__global__ void structs(const float* in, float* out, int all) {
  __shared__ Point points[32];
  const int t = threadIdx.x;
  points[t].x = in[t];
  points[t].y = in[t + 32];
  points[t].z = in[t + 64];
  __syncthreads();
  out[t] = points[31 - t].x + points[31 - t].y + points[31 - t].z;
  if (all) out[t] += reinterpret_cast<float*>(points)[t * 4 + 4];
}
// The same where a run comes by.
__global__ void reached(const float* in, float* out, int all) {
  __shared__ float shown[32][32];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) shown[r][x] = in[r * 32 + x];
  __syncthreads();
  const float* from = shown[x];
  if (all)
    for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = from[r];
}
