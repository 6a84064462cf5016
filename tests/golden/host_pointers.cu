// Pointers of the host's that its functions fill: each is a buffer, also as a member.
struct Matrix {
  int width, height;
  float* elements;
};

__global__ void turn(Matrix a, float* b) {
  __shared__ float tile[8][8];
  tile[threadIdx.y][threadIdx.x] = a.elements[threadIdx.y * a.width + threadIdx.x];
  __syncthreads();
  b[threadIdx.y * a.height + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

template <typename T>
T* allocate(size_t count) {
  void* data = nullptr;
  cudaMalloc(&data, count * sizeof(T));
  return static_cast<T*>(data);
}

int main() {
  Matrix host = {8, 8, nullptr};
  Matrix a = host, b = host;
  cudaMalloc(&a.elements, 64 * sizeof(float));
  b.elements = allocate<float>(64);
  turn<<<1, dim3(8, 8)>>>(a, b.elements);
}
