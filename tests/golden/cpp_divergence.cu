// Early return, continue, and loops whose length differs from lane to lane.
// launch: k<<<1, 32>>>(20)
__global__ void k(int n) {
  __shared__ int s[32];
  const int i = threadIdx.x;
  if (i >= n) return;
  int steps = 0;
  for (int j = 0; j < i; ++j) {
    if (j % 2) continue;
    if (j > 10) break;
    s[i] = j;
    ++steps;
  }
  assert(steps == min((i + 1) / 2, 6));
}
