// Compare and swap of 16, 32 and 64 bits, and a loop around one.
__device__ float atomicMaxFloat(float* address, float value) {
  int* word = reinterpret_cast<int*>(address);
  int old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
  return __int_as_float(old);
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float largest;
  __shared__ unsigned short halfword;
  __shared__ unsigned long long wide;
  if (threadIdx.x == 0) largest = 0, halfword = 7, wide = 1;
  __syncwarp();
  atomicMaxFloat(&largest, threadIdx.x * 1.5f);
  __syncwarp();
  assert(largest == 46.5f);
  atomicCAS(&halfword, (unsigned short)7, (unsigned short)8);
  __syncwarp();
  assert(halfword == 8);
  atomicCAS(&wide, 1ull, 1ull << 40);
  __syncwarp();
  assert(wide == 1ull << 40);
}
