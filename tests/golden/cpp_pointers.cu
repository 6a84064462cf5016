// Pointers into shared memory: arithmetic, comparison, differences, pointers to arrays, in classes, to pointers.
struct View {
  float* data;
  int size;
};
__device__ float last(View view) { return view.data[view.size - 1]; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[64];
  float* p = s + threadIdx.x;
  *p++ = 1;
  p[31] = 2;
  assert(p - s == threadIdx.x + 1 && p > s && p != s);
  float(*rows)[32] = reinterpret_cast<float(*)[32]>(s);
  rows[1][threadIdx.x] = 3;
  float** pp = &p;
  *pp -= 1;
  assert(last({s, 64}) == 3.0f && p == &s[threadIdx.x]);
  const float* none = nullptr;
  assert(!none);
}
