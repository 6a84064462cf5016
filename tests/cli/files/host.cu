template <int N>
__global__ void turn(float* out) {
  __shared__ float s[32 * N];
  s[threadIdx.x * N] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
template <int N>
void run(float* out) {
  turn<N><<<1, 32>>>(out);
}
int main(int argc, char** argv) {
  float* out;
  cudaMalloc(&out, 4096);
  run<1>(out);
  run<2>(out);
  turn<4><<<1, atoi(argv[1])>>>(out);
  away<<<1, 32>>>(out);
}
