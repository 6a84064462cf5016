// Arrays of several dimensions, in classes, as parameters, as references.
__device__ float corner(const float (*rows)[33]) { return rows[31][32]; }
__device__ float sum(float values[4]) { return values[0] + values[3]; }
struct Stages {
  float data[2][4][32];
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float tile[32][33];
  __shared__ Stages stages;
  tile[threadIdx.x][32] = threadIdx.x;
  stages.data[1][threadIdx.x % 4][threadIdx.x] = 5;
  __syncwarp();
  float four[4] = {1, 2, 3, 4};
  assert(corner(tile) == 31 && sum(four) == 5);
  float(&row)[33] = tile[threadIdx.x];
  assert(row[32] == threadIdx.x && sizeof(tile) / sizeof(tile[0]) == 32 && (*tile)[32] == 0);
}
