// && and || and ?: evaluate only what they need, lane by lane.
__device__ int count(int* n) { return ++*n; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[16];
  const int i = threadIdx.x;
  int calls = 0;
  if (i < 16 && (s[i] = 1, true)) calls = 0;
  const bool either = i % 2 == 0 || count(&calls);
  const float v = i < 16 ? s[i] : 0.0f;
  assert(either && calls == i % 2 && v == (i < 16 ? 1.0f : 0.0f));
}
