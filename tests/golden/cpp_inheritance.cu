// Inheritance without virtual functions: several bases, base constructors, hidden and re-exported members, the CRTP.
struct Shape {
  int sides;
  __device__ explicit Shape(int n) : sides(n) {}
  __device__ int count() const { return sides; }
  __device__ int area(int) const { return 1; }
};
struct Named {
  int name = 42;
};
struct Square : Shape, Named {
  float edge;
  __device__ explicit Square(float e) : Shape(4), edge(e) {}
  using Shape::area;
  __device__ float area() const { return edge * edge; }
};
struct Inheriting : Shape {
  using Shape::Shape;
};
template <typename Derived>
struct Base {
  __device__ int twice() { return 2 * static_cast<Derived*>(this)->one(); }
};
struct Leaf : Base<Leaf> {
  __device__ int one() { return 21; }
};
__device__ int sidesOf(const Shape& shape) { return shape.sides; }

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  Square square(1.5f);
  s[threadIdx.x] = square.area();
  assert(s[threadIdx.x] == 2.25f && square.area(0) == 1 && square.count() == 4 && square.name == 42);
  assert(sidesOf(square) == 4 && Inheriting(3).sides == 3);
  Leaf leaf;
  assert(leaf.twice() == 42);
  Shape* base = &square;
  assert(static_cast<Square*>(base)->edge == 1.5f);
  static_assert(sizeof(Square) == 12, "int, int, float");
}
