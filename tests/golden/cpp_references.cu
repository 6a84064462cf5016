// References to shared memory, to local variables, const references to values, rvalue references.
__device__ void swapped(int& a, int& b) {
  const int old = a;
  a = b;
  b = old;
}
__device__ int twice(const int& x) { return 2 * x; }
__device__ int taken(int&& x) { return x; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[64];
  const int i = threadIdx.x;
  int& low = s[2 * i];
  int& high = s[2 * i + 1];
  low = i;
  high = -i;
  swapped(low, high);
  assert(s[2 * i] == -i && s[2 * i + 1] == i);
  assert(twice(i + 1) == 2 * i + 2 && taken(i + 3) == i + 3);
  int(&row)[64] = s;
  assert(row[2 * i + 1] == i);
}
