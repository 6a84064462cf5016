// What the host launches, and why some of it does not run here.
template <int N>
__global__ void few(float* out) {
  __shared__ float s[64 * N];
  s[threadIdx.x * N] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x * N];
}
__global__ void many(float* out) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x * 32];
}
int main(int argc, char** argv) {
  float* out;
  cudaMalloc(&out, 4096);
  if (argc > 1)
    many<<<1, 32>>>(out);
  else
    few<2><<<1, 32>>>(out);
  few<4><<<1, atoi(argv[1])>>>(out);
  for (int threads = 64; threads < 4096; threads *= 2) few<1><<<1, threads>>>(out);
  elsewhere<<<1, 32>>>(out);
}
