// alignas, __align__, __attribute__((aligned)), alignof, and what they do to the places in shared memory.
struct __align__(16) Wide {
  float x, y, z;
};
struct alignas(8) Pair {
  int a;
};
struct __attribute__((aligned(32))) Chunk {
  char c;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ alignas(128) char bytes[32];
  __shared__ Wide wide[32];
  __align__(16) int local[4] = {1, 2, 3, 4};
  wide[threadIdx.x] = Wide{1, 2, 3};
  bytes[threadIdx.x] = local[3];
  static_assert(sizeof(Wide) == 16 && alignof(Wide) == 16, "padded to its alignment");
  static_assert(sizeof(Pair) == 8 && sizeof(Chunk) == 32 && alignof(Chunk) == 32, "likewise");
  assert(reinterpret_cast<size_t>(bytes) % 128 == 0);
}
