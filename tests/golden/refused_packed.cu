struct __attribute__((packed)) Odd {
  char tag;
  int value;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Odd s[32];
  s[threadIdx.x].value = 1;
}
