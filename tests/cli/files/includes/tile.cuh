#pragma once
#include "common/size.cuh"

struct Tile {
  float data[kSize * kStride];
  __device__ void put(int i, float x) { data[i * kStride] = x; }
};
