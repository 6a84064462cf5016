// if constexpr leaves the other arm out, even where it would not compile.
template <typename T>
__device__ auto first(T value) {
  if constexpr (sizeof(T) > 8)
    return value.x;
  else
    return value;
}

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float4 wide[32];
  __shared__ float narrow[32];
  wide[threadIdx.x] = make_float4(7, 0, 0, 0);
  narrow[threadIdx.x] = 5;
  assert(first(wide[threadIdx.x]) == 7.0f);
  assert(first(narrow[threadIdx.x]) == 5.0f);
}
