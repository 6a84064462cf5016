// launch: product<<<1, dim3(16, 16)>>>(c, a, b)
template <int R>
__global__ void product(float* c, const float* a, const float* b) {
  constexpr int N = 16 * R;
  __shared__ float A[8][N], B[8][N];
  int tx = threadIdx.x, ty = threadIdx.y;

  for (int i = ty * 16 + tx; i < 8 * N; i += 256) {
    A[i / N][i % N] = a[i];
    B[i / N][i % N] = b[i];
  }
  __syncthreads();

  float sum[R][R] = {}, x[R], y[R];
  for (int k = 0; k < 8; k++) {
    for (int i = 0; i < R; i++)
      x[i] = A[k][ty * R + i];
    for (int j = 0; j < R; j++)
      y[j] = B[k][tx * R + j];
    for (int i = 0; i < R; i++)
      for (int j = 0; j < R; j++)
        sum[i][j] += x[i] * y[j];
  }
  for (int i = 0; i < R; i++)
    for (int j = 0; j < R; j++)
      c[(ty * R + i) * N + tx * R + j] = sum[i][j];
}
