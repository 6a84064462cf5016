struct Shape {
  __device__ virtual float area() const { return 0; }
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  Shape shape;
  s[threadIdx.x] = shape.area();
}
