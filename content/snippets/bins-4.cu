// launch: compact<<<1, 32>>>(out, in)
__global__ void compact(int* out, const int* in) {
  __shared__ int n;
  int lane = threadIdx.x, value = in[lane];
  bool wanted = value % 2 == 0;
  if (lane == 0)
    n = 0;
  __syncwarp();

  if (wanted) {
    int place = atomicAdd(&n, 1);
    out[place] = value;
  }

  unsigned votes = __ballot_sync(0xffffffff, wanted);
  int first = 0;
  if (lane == 0)
    first = atomicAdd(&n, __popc(votes));
  first = __shfl_sync(0xffffffff, first, 0);
  if (wanted)
    out[first + __popc(votes & ((1u << lane) - 1))] = value;
}
