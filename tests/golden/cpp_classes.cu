// Classes: constructors with initialiser lists, defaults, explicit; const methods; static members; this.
class Counter {
public:
  __device__ Counter() : Counter(0) {}
  __device__ explicit Counter(int start) : value_(start) {}
  __device__ Counter& add(int n) {
    this->value_ += n;
    return *this;
  }
  __device__ int value() const { return value_; }
  static __device__ int limit() { return kLimit; }

private:
  static constexpr int kLimit = 99;
  int value_;
  int step_ = 3;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  Counter a, b(5), c{7};
  s[threadIdx.x] = a.add(1).add(2).value();
  assert(s[threadIdx.x] == 3 && b.value() == 5 && c.value() == 7);
  assert(Counter::limit() == 99 && Counter(4).value() == 4);
}
