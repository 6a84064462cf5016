struct Pair {
  int a, b;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  int Pair::*member = &Pair::b;
  s[threadIdx.x] = 0;
}
