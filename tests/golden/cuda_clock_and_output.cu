// clock, __nanosleep, printf and assert.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  const long long start = clock64();
  const clock_t now = clock();
  __nanosleep(100);
  s[threadIdx.x] = 1.5f;
  if (threadIdx.x == 0) printf("%f %d %s\n", s[threadIdx.x], threadIdx.x, "text");
  assert(clock64() >= start && now >= 0);
  assert(s[threadIdx.x] > 1);
}
