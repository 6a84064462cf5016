// launch: scan<<<1, 64>>>(out)
#include "tile.cuh"
#include <reduce.cuh>
#include "absent.cuh"

__global__ void scan(float* out) {
  __shared__ Tile tile;
  tile.put(threadIdx.x, 1.0f);
  __syncthreads();
  out[threadIdx.x] = sum(tile.data) + tile.data[kStride * threadIdx.x];
}
