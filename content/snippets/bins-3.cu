// launch: count<<<1, 32>>>(out)
__global__ void count(int* out) {
  __shared__ int n;
  int lane = threadIdx.x;
  if (lane == 0)
    n = 0;
  __syncwarp();

  atomicAdd(&n, 1);
  atomicAdd(&n, 2);
  atomicSub(&n, 1);
  int place = atomicAdd(&n, 1);
  out[place % 32] = lane;
}
