// launch: product<<<1, 256>>>(c, a, b, 32)
template <int P>
__global__ void product(float* c, const float* a, const float* b, int K) {
  __shared__ __align__(16) float A[8][128 + P], B[8][128];
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  float sum[8][8] = {};

  for (int k0 = 0; k0 < K; k0 += 8) {
    // 16 bytes for each thread. A is turned on the way in.
    int row = t / 2, four = t % 2 * 4;
    float4 v = *(const float4*)&a[row * K + k0 + four];
    A[four + 0][row] = v.x;
    A[four + 1][row] = v.y;
    A[four + 2][row] = v.z;
    A[four + 3][row] = v.w;
    *(float4*)&B[t / 32][t % 32 * 4] =
        *(const float4*)&b[(k0 + t / 32) * 128 + t % 32 * 4];
    __syncthreads();

    for (int k = 0; k < 8; k++) {
      float x[8], y[8];
      *(float4*)&x[0] = *(float4*)&A[k][4 * ty];
      *(float4*)&x[4] = *(float4*)&A[k][64 + 4 * ty];
      *(float4*)&y[0] = *(float4*)&B[k][4 * tx];
      *(float4*)&y[4] = *(float4*)&B[k][64 + 4 * tx];
      for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
          sum[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++)
      c[(i / 4 * 64 + 4 * ty + i % 4) * 128 + j / 4 * 64 + 4 * tx + j % 4] = sum[i][j];
}
