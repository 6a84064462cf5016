// if with initialiser, switch with fall-through and ranges of cases, do, while, for, break, continue, the comma, ?:.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  const int i = threadIdx.x;
  int n = 0;
  if (int half = i / 2; half > 7)
    n += half;
  else
    n -= half;
  switch (i & 3) {
  case 0: n += 100;
  case 1: n += 10; break;
  case 2: {
    n = 1;
    break;
  }
  default: n = 2;
  }
  do {
    n += 1;
    if (n % 5 == 0) break;
  } while (n < 1000);
  for (int a = 0, b = 8; a < b; ++a, --b) {
    if (a == 1) continue;
    n += b - a;
  }
  while (n > 64) n -= 32;
  s[i] = n;
  assert(n == (i == 0 ? 33 : i == 1 ? 29 : n) && (i & 3) < 2 ? true : n == 19);
}
