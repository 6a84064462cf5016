// Game of life on a torus, bytes in shared memory; and a bit-packed version, a word of cells a thread.
#include <cuda_runtime.h>
#include <bitset>
#include <cstdlib>
#include <iostream>
#include <string_view>

using Cell = unsigned char;

template <unsigned W, unsigned H>
__global__ void life(const Cell* now, Cell* next, unsigned width, unsigned height) {
  __shared__ Cell tile[H + 2][W + 2];
  const auto wrap = [](int v, unsigned n) { return (v + n) % n; };
  const int x0 = blockIdx.x * W - 1, y0 = blockIdx.y * H - 1;
  for (unsigned i = threadIdx.y; i < H + 2; i += H)
    for (unsigned j = threadIdx.x; j < W + 2; j += W)
      tile[i][j] = now[wrap(y0 + i, height) * width + wrap(x0 + j, width)] & 1;
  __syncthreads();
  const unsigned x = blockIdx.x * W + threadIdx.x, y = blockIdx.y * H + threadIdx.y;
  if (not(x < width and y < height)) return;
  int neighbours = 0;
  for (int dy : {0, 1, 2})
    for (int dx : {0, 1, 2}) neighbours += tile[threadIdx.y + dy][threadIdx.x + dx];
  const Cell alive = tile[threadIdx.y + 1][threadIdx.x + 1];
  neighbours -= alive;
  switch (neighbours) {
    case 2: next[y * width + x] = alive; break;
    case 3: next[y * width + x] = 1; break;
    default: next[y * width + x] = 0;
  }
}

struct Adder {
  unsigned ones = 0, twos = 0, fours = 0;
  __device__ void add(unsigned bits) {
    unsigned carry = ones & bits;
    ones ^= bits;
    const unsigned carry2 = twos & carry;
    twos ^= carry;
    fours |= carry2;
  }
};

__global__ void lifeBits(const unsigned* now, unsigned* next, int words, int rows) {
  extern __shared__ unsigned lines[];  // three rows of words with one word of border on each side
  const int pitch = blockDim.x + 2;
  for (int r = 0; r < 3; ++r) {
    const int row = (blockIdx.y + r - 1 + rows) % rows;
    const int w = blockIdx.x * blockDim.x + threadIdx.x;
    lines[r * pitch + threadIdx.x + 1] = now[row * words + w % words];
    if (threadIdx.x == 0) lines[r * pitch] = now[row * words + (w + words - 1) % words];
    if (threadIdx.x == blockDim.x - 1) lines[r * pitch + pitch - 1] = now[row * words + (w + 1) % words];
  }
  __syncthreads();
  Adder sum;
  unsigned self = 0;
  for (int r = 0; r < 3; ++r) {
    const unsigned* p = lines + r * pitch + threadIdx.x;
    const unsigned left = __funnelshift_l(p[0], p[1], 1), right = __funnelshift_r(p[1], p[2], 1);
    sum.add(left);
    sum.add(right);
    if (r == 1) self = p[1];
    else sum.add(p[1]);
  }
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) next[blockIdx.y * words + w] = (sum.ones | self) & sum.twos & ~sum.fours;
}

int main(int argc, char** argv) {
  const unsigned width = 96, height = 64;
  if (argc > 1 && std::string_view(argv[1]) == "-h") return 0;
  Cell *a, *b;
  unsigned *p, *q;
  cudaMalloc(&a, width * height);
  cudaMalloc(&b, width * height);
  cudaMalloc(&p, width / 32 * height * sizeof(unsigned));
  cudaMalloc(&q, width / 32 * height * sizeof(unsigned));
  constexpr unsigned W = 32, H = 4;
  for (int generation = 0; generation < 2; ++generation) {
    life<W, H><<<dim3{width / W, height / H}, dim3{W, H}>>>(a, b, width, height);
    Cell* t = a; a = b; b = t;
  }
  lifeBits<<<dim3(1, height), 32, 3 * (32 + 2) * sizeof(unsigned)>>>(p, q, 3, height);
  std::cout << std::bitset<8>(cudaDeviceSynchronize()) << '\n';
}
