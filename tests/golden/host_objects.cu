// Launches by what objects of the host's hold: their members' own values, or what a constructor makes of them.
__global__ void fill(float* out, int stride) {
  extern __shared__ float s[];
  s[threadIdx.x * stride] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * stride];
}
struct Plain {
  int block = 64, stride{2};
  std::string name;
};
struct Made {
  int block, stride;
  Made(int n) : block(n), stride(n / 32) {}
};
static void change(int& n) {
  n = 7;
}
int main() {
  float* out;
  cudaMalloc(&out, 4096);
  Plain plain;
  fill<<<1, plain.block, 4096>>>(out, plain.stride);
  Made made(128);
  fill<<<1, made.block, 4096>>>(out, made.stride);
  int n = 3, m;
  m = n;
  fill<<<1, 32, 4096>>>(out, m);
  change(n);
  fill<<<1, n, 4096>>>(out, 5);
}
