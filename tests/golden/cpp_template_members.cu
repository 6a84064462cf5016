// Templates inside classes: member functions, static ones, definitions outside of the class, nested types.
template <typename T>
struct Stack {
  T items[8];
  int count = 0;
  __device__ void push(T item);
  template <typename U>
  __device__ U top() const {
    return static_cast<U>(items[count - 1]);
  }
  struct Iterator {
    T* at;
  };
  __device__ Iterator begin() { return {items}; }
};
template <typename T>
__device__ void Stack<T>::push(T item) {
  items[count++] = item;
}
struct Index {
  template <int N>
  static __device__ int scaled(int i) {
    return N * i;
  }
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32 * 4];
  Stack<float> stack;
  stack.push(1.5f);
  stack.push(2.5f);
  s[Index::scaled<4>(threadIdx.x)] = stack.template top<int>();
  assert(stack.top<float>() == 2.5f && stack.top<int>() == 2 && *stack.begin().at == 1.5f);
}
