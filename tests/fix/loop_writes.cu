// Loops that write and read the eight elements of each thread one at a time.
// launch: octets<<<1, 64>>>(in, out)
__global__ void octets(const int* in, int* out) {
  __shared__ int octet[64][8];
  int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) octet[t][i] = in[t * 8 + i];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    sum = sum * 3 + octet[63 - t][i];
  }
  out[t] = sum;
}
