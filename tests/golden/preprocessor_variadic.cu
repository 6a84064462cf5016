// Variadic macros: with nothing in `...`, with __VA_OPT__, GNU's comma, and calls in calls.
#define COUNT_(a, b, c, d, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 4, 3, 2, 1, 0)
#define CALL(f, ...) f(__VA_ARGS__)
#define FIRST(x, ...) (x __VA_OPT__(+0))
#define LOG(format, ...) printf(format, ##__VA_ARGS__)
#define FOR(i, n, ...) \
  for (int i = 0; i < (n); ++i) { \
    __VA_ARGS__; \
  }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32 * 2];
  const int i = threadIdx.x;
  assert(COUNT(a, b, c) == 3 && COUNT(a) == 1);
  FOR(j, 2, s[2 * i + j] = j, assert(s[2 * i + j] == j))
  assert(CALL(max, 3, 4) == 4 && FIRST(5) == 5 && FIRST(6, 7) == 6);
  LOG("done\n");
  LOG("%d %d\n", i, s[2 * i]);
}
