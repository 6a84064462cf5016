// What the host's own functions give: the bytes of a launch, its blocks.
__global__ void scale(float* out, int n) {
  extern __shared__ float s[];
  s[threadIdx.x * 2] = n;
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x * 2];
}

inline int divideUp(int a, int b) { return (a + b - 1) / b; }

struct Shape {
  int rows, columns;
  int cells() const { return rows * columns; }
};

template <int kStages>
size_t prepare(const Shape& shape) {
  size_t bytes = kStages * shape.cells() * sizeof(float);
  int device = 0;
  cudaGetDevice(&device);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, device);
  if (properties.sharedMemPerBlock < bytes) printf("%zu bytes are too many\n", bytes);
  while (bytes % 128 != 0) bytes += 4;
  return bytes;
}

int main() {
  float* out;
  const Shape shape{8, 9};
  static size_t bytes = prepare<3>(shape);
  scale<<<divideUp(1000, 32), 32, bytes>>>(out, 7);
}
