__device__ void atomicMultiply(float* at, float factor) {
  int* bits = (int*)at;
  int seen = *bits;
  while (true) {
    int wanted = __float_as_int(__int_as_float(seen) * factor);
    int found = atomicCAS(bits, seen, wanted);
    if (found == seen)
      break;
    seen = found;
  }
}

// launch: product<<<1, 32>>>(out)
template <int n>
__global__ void product(float* out) {
  __shared__ float x[32];
  int lane = threadIdx.x;
  x[lane] = 1;
  __syncwarp();
  atomicMultiply(&x[lane % n], 1.125f);
  __syncwarp();
  out[lane] = x[lane];
}
