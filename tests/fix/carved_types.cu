// Three arrays of their own types in one static block of bytes; the second one's rows meet in a bank.
// launch: parts<<<1, 128>>>(in, out)
__global__ void parts(const int* in, float* out) {
  __shared__ __align__(16) unsigned char raw[128 * sizeof(short) + 4096 + 128 * sizeof(int)];
  short* small = reinterpret_cast<short*>(raw);
  float* rows = reinterpret_cast<float*>(&small[128]);
  int* last = (int*)(rows + 1024);
  const int t = threadIdx.x;
  small[t] = (short)in[t];
  for (int i = t; i < 1024; i += 128) rows[i] = in[i];
  last[t] = in[t];
  __syncthreads();
  float sum = small[127 - t] + last[127 - t];
  for (int i = 0; i < 8; ++i) sum += rows[t % 32 * 32 + t / 32 * 8 + i];
  out[t] = sum;
}
