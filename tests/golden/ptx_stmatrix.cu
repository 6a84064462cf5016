// stmatrix: what ldmatrix reads back, straight and transposed.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ __align__(16) unsigned short s[16 * 8];
  const int i = threadIdx.x;
  const unsigned row = (unsigned)__cvta_generic_to_shared(&s[i % 16 * 8]);
  const unsigned a = i | i << 16, b = (i + 32) | (i + 32) << 16;
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(row), "r"(a), "r"(b));
  __syncwarp();
  assert(s[i / 4 * 8 + i % 4 * 2] == i && s[64 + i / 4 * 8 + i % 4 * 2 + 1] == i + 32);
  __syncwarp();
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(row), "r"(a));
  __syncwarp();
  assert(s[i % 4 * 2 * 8 + i / 4] == i);
}
