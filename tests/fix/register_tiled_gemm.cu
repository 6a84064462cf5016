// A tile of A is stored transposed, so that a thread's fragment lies in a row: the store walks down a column.
// launch: gemm<64, 64, 8><<<1, 256>>>(16, a, b, c)
template <int BM, int BN, int BK>
__global__ void gemm(int k, const float* a, const float* b, float* c) {
  __shared__ float as[BK][BM];
  __shared__ float bs[BK][BN];
  int t = threadIdx.x, row = t / 16 * 4, col = t % 16 * 4;
  float sum[4][4] = {};
  for (int k0 = 0; k0 < k; k0 += BK) {
    for (int i = t; i < BM * BK; i += 256) as[i % BK][i / BK] = a[i / BK * k + k0 + i % BK];
    for (int i = t; i < BN * BK; i += 256) bs[i / BN][i % BN] = b[(k0 + i / BN) * BN + i % BN];
    __syncthreads();
    for (int d = 0; d < BK; ++d)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) sum[i][j] += as[d][row + i] * bs[d][col + j];
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) c[(row + i) * BN + col + j] = sum[i][j];
}
