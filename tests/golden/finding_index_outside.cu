// Indices out of their arrays: into the next row, and out of all shared memory.
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int tile[4][8];
  const int i = threadIdx.x;
  tile[i / 8][i % 8] = i;
  __syncwarp();
  out[i] = tile[0][i];
  tile[i][0] = 1;
  int local[4] = {1, 2, 3, 4};
  out[i] += local[i % 5];
}
