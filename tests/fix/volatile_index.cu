// An index that reads what is volatile cannot be written twice.
__global__ void k(float* out, const float* in, volatile int* head, int poll) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int r = 0; r < 32; ++r) s[r * 32 + t] = in[r * 32 + t];
  __syncthreads();
  float a = 0;
  for (int c = 0; c < 32; ++c) a += s[t * 32 + c];
  if (poll) a += s[*head & 1023];
  out[t] = a;
}
void run(float* o, const float* i, int* h) { k<<<1, 32>>>(o, i, h, 0); }
