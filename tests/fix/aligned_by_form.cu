// A vector may begin only where every run has a multiple of its size.
// launch: shifted<<<1, 32>>>(in, out, 4)
// launch: lines<<<1, 32>>>(in, out, 4)
// launch: told<<<1, 32>>>(in, out, 1)
// launch: carved<<<1, 32, 2048>>>(in, out, 64)
// launch: placed<<<1, 32, 2048>>>(in, out)
__global__ void shifted(const float* in, float* out, int from) {
  __shared__ float a[256];
  const int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) a[t + i * 32] = in[t + i * 32];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i) sum += a[from + t * 4 + i];
  out[t] = sum;
}
__global__ void lines(const float* in, float* out, int from) {
  __shared__ float b[256];
  const int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) b[t + i * 32] = in[t + i * 32];
  __syncthreads();
  const int first = from + t * 4;
  out[t] = b[first] + b[first + 1] + b[first + 2] + b[first + 3];
}
__global__ void told(const float* in, float* out, int from) {
  __shared__ float c[512];
  const int t = threadIdx.x;
  for (int i = 0; i < 16; ++i) c[t + i * 32] = in[t + i * 32];
  __syncthreads();
  int first = (from << 2) + (t & 30) * 2;
  float sum = 0;
  for (int k = 0; k < 2; ++k) {
    for (int i = 0; i < 4; ++i) sum += c[first + i];
    first += 128;
  }
  out[t] = sum;
}
__global__ void carved(const float* in, float* out, int n) {
  extern __shared__ float pool[];
  float* front = pool;
  float* behind = pool + n;
  const int t = threadIdx.x;
  front[t] = in[t];
  for (int i = 0; i < 8; ++i) behind[t + i * 32] = in[t + i * 32];
  __syncthreads();
  float sum = front[31 - t];
  for (int i = 0; i < 4; ++i) sum += behind[t * 4 + i];
  out[t] = sum;
}
__global__ void placed(const float* in, float* out) {
  extern __shared__ float all[];
  float* front = all;
  float* rest = all + 64;
  const int t = threadIdx.x;
  front[t] = in[t];
  for (int i = 0; i < 8; ++i) rest[t + i * 32] = in[t + i * 32];
  __syncthreads();
  float sum = front[31 - t];
  for (int i = 0; i < 4; ++i) sum += rest[t * 4 + i];
  out[t] = sum;
}
