#ifndef SIZE_CUH
#define SIZE_CUH
#include "../tile.cuh"
constexpr int kSize = 64, kStride = 2;
#endif
