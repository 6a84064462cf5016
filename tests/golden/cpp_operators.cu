// Overloaded operators: arithmetic, compound, (), [], ++, comparison, unary, ->, conversion.
struct Fraction {
  int n, d;
  __device__ Fraction(int num, int den = 1) : n(num), d(den) {}
  __device__ Fraction operator*(const Fraction& o) const { return {n * o.n, d * o.d}; }
  __device__ Fraction& operator+=(const Fraction& o) {
    n = n * o.d + o.n * d;
    d *= o.d;
    return *this;
  }
  __device__ Fraction operator-() const { return {-n, d}; }
  __device__ bool operator==(const Fraction& o) const { return n * o.d == o.n * d; }
  __device__ bool operator<(const Fraction& o) const { return n * o.d < o.n * d; }
  __device__ explicit operator float() const { return float(n) / d; }
};
__device__ Fraction operator+(Fraction a, const Fraction& b) { return a += b; }
struct Grid {
  float* data;
  int pitch;
  __device__ float& operator()(int row, int column) { return data[row * pitch + column]; }
  __device__ float* operator[](int row) { return data + row * pitch; }
};
struct Cursor {
  int at = 0;
  __device__ Cursor& operator++() {
    ++at;
    return *this;
  }
  __device__ Cursor operator++(int) {
    Cursor old = *this;
    ++at;
    return old;
  }
  __device__ Cursor* operator->() { return this; }
  __device__ operator int() const { return at; }
  __device__ bool operator!() const { return at == 0; }
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32 * 9];
  Grid grid{s, 9};
  grid(threadIdx.x, 2) = 1.0f;
  grid[threadIdx.x][2] += 1.0f;
  assert(s[threadIdx.x * 9 + 2] == 2.0f);
  Fraction half(1, 2);
  assert(half + half == 1 && half * 4 == Fraction(2) && -half < half);
  assert(float(half) == 0.5f);
  Cursor c;
  assert(!c);
  assert((c++).at == 0 && (++c).at == 2 && c->at == 2 && c + 1 == 3);
}
