// `?:` between two places: one access whose lanes choose their addresses, as nvcc has it for numbers; vectors
// of two arrays are read one after the other, each by its lanes. Values are computed by those that need them.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float a[32 * 8], b[32 * 8];
  __shared__ float4 v[32], w[32];
  const int i = threadIdx.x;
  for (int j = 0; j < 8; ++j) a[32 * j + i] = b[32 * j + i] = 32 * j + i;
  v[i] = make_float4(i, 0, 0, 0);
  w[i] = make_float4(-i, 0, 0, 0);
  __syncwarp();
  assert((i % 2 ? a[i] : b[8 * i]) == (i % 2 ? i : 8 * i)); // one request of 32 lanes
  assert((i < 8 ? v[i] : w[i]).x == (i < 8 ? i : -i));
  const float4 chosen = i < 8 ? v[i] : w[i]; // two requests, of 8 and of 24 lanes
  assert(chosen.x == (i < 8 ? i : -i));
  assert((i < 4 ? a[i] + 1 : 0) == (i < 4 ? i + 1 : 0)); // a request of 4 lanes
  (i % 2 ? a[i] : b[i]) = -1;                            // one store
  assert((i % 2 ? a : b)[i] == -1);
}
