// Dynamic shared memory: several arrays carved out of one block.
// launch: k<<<1, 32, 1024>>>(4)
extern __shared__ char block[];
__global__ void k(int n) {
  float* values = reinterpret_cast<float*>(block);
  int* counts = reinterpret_cast<int*>(&values[32 * n]);
  unsigned char* flags = reinterpret_cast<unsigned char*>(counts + 32);
  values[threadIdx.x * n] = 1;
  counts[threadIdx.x] = 2;
  flags[threadIdx.x] = 3;
  assert(values[threadIdx.x * n] == 1 && counts[threadIdx.x] == 2 && flags[threadIdx.x] == 3);
}
