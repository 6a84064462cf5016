// ldmatrix of one, two and four matrices, transposed too: rows 16 bytes apart are free of conflicts, rows a
// multiple of 128 bytes apart are not.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ __align__(16) unsigned short dense[32 * 8], wide[32 * 64];
  const int i = threadIdx.x;
  for (int j = 0; j < 8; ++j) dense[i * 8 + j] = wide[i * 64 + j] = i * 8 + j;
  __syncwarp();
  const unsigned rows = (unsigned)__cvta_generic_to_shared(&dense[i * 8]);
  const unsigned apart = (unsigned)__cvta_generic_to_shared(&wide[i * 64]);
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(rows));
  assert((a & 0xffff) == i / 4 * 8 + i % 4 * 2);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(rows));
  assert((b & 0xffff) == (8 + i / 4) * 8 + i % 4 * 2);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(apart));
  assert(d >> 16 == (24 + i / 4) * 8 + i % 4 * 2 + 1);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(rows));
  assert((a & 0xffff) == i % 4 * 2 * 8 + i / 4);
}
