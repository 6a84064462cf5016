__device__ constexpr int at(int k, int row) { return row ^ (k / 4 * 8); }

// launch: turn<<<1, 256>>>(out, a, 16)
__global__ void turn(float4* out, const float* a, int K) {
  __shared__ __align__(16) float A[16][64];
  int t = threadIdx.x, ty = t % 16;

  int row = t / 4, four = t % 4 * 4;
  float4 v = *(const float4*)&a[row * K + four];
  A[four + 0][at(four + 0, row)] = v.x;
  A[four + 1][at(four + 1, row)] = v.y;
  A[four + 2][at(four + 2, row)] = v.z;
  A[four + 3][at(four + 3, row)] = v.w;
  __syncthreads();
  for (int k = 0; k < 16; k++)
    out[k * 256 + t] = *(float4*)&A[k][at(k, 4 * ty)];
}
