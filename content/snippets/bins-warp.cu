// launch: sums<<<1, 256>>>(out, in)
__global__ void sums(int* out, const int* in) {
  __shared__ int each[4], once[4];
  int t = threadIdx.x, lane = t % 32, row = t / 64;
  if (t < 4)
    each[t] = once[t] = 0;
  __syncthreads();

  atomicAdd(&each[row], in[t]);

  int sum = __reduce_add_sync(0xffffffff, in[t]);
  if (lane == 0)
    atomicAdd(&once[row], sum);
  __syncthreads();
  if (t < 4)
    out[t] = each[t] - once[t];
}
