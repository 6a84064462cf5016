// A class's static variable templates, references to const arrays, and texts as constants.
struct Layout {
  template <typename T>
  static constexpr int kPad = 4 / sizeof(T);
  template <int kColumns>
  static constexpr bool kIsPadded = kColumns % 32 != 0;
  static constexpr const char* name = "padded";
};

struct Tiles {
  float values[4][33];
};

template <typename L>
__global__ void k(float* out) {
  __shared__ Tiles tiles;
  __shared__ short shorts[4][32 + L::template kPad<short>];
  static_assert(L::template kPad<float> == 1 && L::template kPad<short> == 2);
  static_assert(Layout::kIsPadded<33> && !Layout::kIsPadded<64>);
  tiles.values[threadIdx.y][threadIdx.x] = threadIdx.x;
  shorts[threadIdx.y][threadIdx.x] = threadIdx.y;
  __syncthreads();
  const auto& rows = tiles.values;
  const float (&first)[33] = rows[0];
  assert(rows[threadIdx.y][threadIdx.x] == threadIdx.x && first[1] == 1);
  out[threadIdx.x] = rows[threadIdx.y][threadIdx.x] + shorts[threadIdx.y][threadIdx.x];
}
// launch: k<Layout><<<1, dim3(32, 4)>>>(out)
