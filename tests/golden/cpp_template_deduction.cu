// Deduction from references to arrays and from instances of class templates.
template <typename T, int N>
__device__ int length(T (&)[N]) {
  return N;
}
template <typename T, int Rows, int Columns>
struct Matrix {
  T data[Rows][Columns];
};
template <typename T, int R, int C>
__device__ int columns(const Matrix<T, R, C>&) {
  return C;
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Matrix<float, 32, 33> m;
  __shared__ int s[48];
  m.data[threadIdx.x][0] = length(s);
  assert(m.data[threadIdx.x][0] == 48 && columns(m) == 33);
}
