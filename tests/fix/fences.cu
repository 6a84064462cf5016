// Reads are not moved across assembly or a change of their index, and not out of a loop that changes it.
// launch: fenced<<<1, 32>>>(in, out)
// launch: changed<<<1, 32>>>(in, out)
// launch: hoisted<<<1, 32>>>(in, out, order)
#define FENCE asm volatile("" ::: "memory")
__device__ void fence() { asm volatile("membar.cta;" ::: "memory"); }
__device__ void calls() { fence(); }
__global__ void fenced(const float* in, float* out) {
  __shared__ float a[128];
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) a[t + i * 32] = in[t + i * 32];
  __syncthreads();
  float sum = a[t * 4];
  asm volatile("membar.cta;" ::: "memory");
  sum += a[t * 4 + 1];
  FENCE;
  sum += a[t * 4 + 2];
  calls();
  sum += a[t * 4 + 3];
  for (int i = 0; i < 4; ++i) {
    sum += a[t * 4 + i];
    FENCE;
  }
  out[t] = sum;
}
__global__ void changed(const float* in, float* out) {
  __shared__ float b[256];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) b[t + i * 32] = in[t + i * 32];
  __syncthreads();
  int at = t * 4;
  float sum = b[at];
  sum += b[at + 1];
  at += 128;
  sum += b[at + 2];
  at -= 128;
  sum += b[at + 3];
  out[t] = sum;
}
__global__ void hoisted(const float* in, float* out, int* order) {
  __shared__ float c[256];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) c[t + i * 32] = in[t + i * 32];
  __syncthreads();
  float sum = 0;
  int at = t * 4;
  for (int i = 0; i < 4; ++i) {
    sum += c[at + i];
    if (sum < 0) at += 4;
  }
  for (int i = 0; i < 4; ++i) {
    sum += c[order[0] * 0 + t * 4 + i];
    order[t + 1] = i;
  }
  for (int i = 0; i < 4; ++i) {
    int own = t * 4;
    sum += c[own + i];
  }
  out[t] = sum;
}
