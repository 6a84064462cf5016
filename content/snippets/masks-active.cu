// launch: compact<<<1, 32>>>(out, in)
__global__ void compact(int* out, const int* in) {
  __shared__ int n;
  int lane = threadIdx.x, value = in[lane];
  if (lane == 0)
    n = 0;
  __syncwarp();

  if (value % 3 == 0) {
    unsigned here = __activemask();
    int leader = __ffs(here) - 1, first = 0;
    if (lane == leader)
      first = atomicAdd(&n, __popc(here));
    first = __shfl_sync(here, first, leader);
    out[first + __popc(here & ((1u << lane) - 1))] = value;
  }
}
