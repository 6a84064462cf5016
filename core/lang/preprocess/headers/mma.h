// nvcuda::wmma (CUDA C++ Programming Guide, "Warp Matrix Functions"). Which element of a matrix a lane's x[i] is,
// and with which instructions a fragment comes from shared memory, is not documented: what stands here is the
// machine code that nvcc 13 makes for sm_90: which elements, read for 16x16x16 (half, bfloat16, unsigned char, float,
// int), 16x16x8 (tf32) and the loads of 32x8x16 and 8x32x16 (half); with how many wavefronts, read for every shape and
// layout (tests/hardware/h200_kernels.csv). The same rules go on to the elements that were not read.
// Included as: mma.h, crt/mma.h
// Taken in for: wmma
namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

namespace parts {

template <typename T>
struct element {
  using type = T;
};
template <>
struct element<precision::tf32> {
  using type = float;
};

template <typename A, typename B>
struct same {
  static constexpr bool value = false;
};
template <typename A>
struct same<A, A> {
  static constexpr bool value = true;
};

/// What the lanes of a warp share of a matrix. In both factors a lane holds words along k; the other dimension
/// (m of A, n of B) is `outer`. A tall part is the first factor of the instruction m16n8: 16 of `outer` and two
/// words, one 8 further down, for each step of k; a flat part is the second: 8 of `outer`. With m = 8 the product
/// is made of the transposed matrices, and B is the tall one.
template <typename Use, int m, int n, int k, typename T>
struct shape {
  static constexpr bool isA = same<Use, matrix_a>::value;
  static constexpr bool isTall = isA == (m != 8);
  static constexpr int outer = isA ? m : n;
  static constexpr int perWord = 4 / sizeof(typename element<T>::type);
  static constexpr int words = outer * k / (32 * perWord);
  static constexpr int wordsInBlock = words / (outer / (isTall ? 16 : 8));
  __device__ static int outerOf(int word) {
    return isTall ? word / wordsInBlock * 16 + word % 2 * 8 : word / wordsInBlock * 8;
  }
  __device__ static int kOf(int word) {
    return (isTall ? word % wordsInBlock / 2 : word % wordsInBlock) * 4 * perWord;
  }
};
template <int m, int n, int k, typename T>
struct shape<accumulator, m, n, k, T> {
  static constexpr int words = m * n * sizeof(T) / 128;
};

__device__ inline int lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32; }

} // namespace parts

template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class fragment {
public:
  using element_type = T;
  using storage_element_type = typename parts::element<T>::type;
  static constexpr int perLane = parts::shape<Use, m, n, k, T>::words * 4 / sizeof(storage_element_type);
  // Factors of half hold 16 elements, several times over where there are fewer.
  static constexpr bool isRepeated = parts::same<T, half>::value && !parts::same<Use, accumulator>::value;
  static constexpr int num_elements = isRepeated ? 16 : perLane;
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};
/// Doubles: 8x8x4, one element of each factor and two of the sum.
template <typename Use, int m, int n, int k, typename Layout>
class fragment<Use, m, n, k, double, Layout> {
public:
  using element_type = double;
  using storage_element_type = double;
  static constexpr int num_elements = parts::same<Use, accumulator>::value ? 2 : 1;
  static constexpr int num_storage_elements = num_elements;
  double x[num_elements];
};

template <typename Use, int m, int n, int k, typename T, typename Layout, typename V>
__device__ inline void fill_fragment(fragment<Use, m, n, k, T, Layout>& to, const V& value) {
  for (int i = 0; i < to.num_elements; ++i) to.x[i] = value;
}

__device__ inline float __float_to_tf32(float value) {
  unsigned bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(value));
  return __uint_as_float(bits);
}

namespace parts {

/// Rows of 16 bytes that eight lanes name for each word: ldmatrix, four words or (of bytes) two at a time.
template <bool isTransposed, typename S, typename T>
__device__ inline void loadRows(unsigned* words, const T* from, unsigned ld) {
  constexpr int most = sizeof(T) == 1 ? 2 : 4, count = S::words < most ? S::words : most;
  const int at = lane() % 8, matrix = lane() / 8 % count;
  for (int first = 0; first < S::words; first += count) {
    const int word = first + matrix;
    const T* row = isTransposed ? from + (S::kOf(word) + at) * ld + S::outerOf(word)
                                : from + (S::outerOf(word) + at) * ld + S::kOf(word);
    const unsigned address = (unsigned)__cvta_generic_to_shared(row);
    unsigned* to = words + first;
    if constexpr (count == 4 && isTransposed)
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(address));
    else if constexpr (count == 4)
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                   : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3]) : "r"(address));
    else if constexpr (count == 2 && isTransposed)
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                   : "=r"(to[0]), "=r"(to[1]) : "r"(address));
    else if constexpr (count == 2)
      asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                   : "=r"(to[0]), "=r"(to[1]) : "r"(address));
    else
      asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(to[0]) : "r"(address));
  }
}

/// A block of 8x8 elements of 16 bits, in each lane two of a row: the lane's two of a column.
__device__ inline unsigned transposed(unsigned word) {
  const int column = lane() / 4, row = lane() % 4 * 2;
  const unsigned low = __shfl_sync(0xffffffffu, word, row * 4 + column / 2);
  const unsigned high = __shfl_sync(0xffffffffu, word, row * 4 + 4 + column / 2);
  return __byte_perm(low, high, column % 2 ? 0x7632 : 0x5410);
}

/// Each lane its own words; where the elements of a word do not lie side by side, the words of a block that is
/// transposed in registers (16 bits), or the elements one by one.
template <bool isAlongK, typename S, typename T>
__device__ inline void loadElements(T* x, const T* from, unsigned ld) {
  const int group = lane() / 4, member = lane() % 4;
  for (int word = 0; word < S::words; ++word) {
    const int outer = S::outerOf(word) + group, k = S::kOf(word) + member * S::perWord;
    if constexpr (isAlongK)
      reinterpret_cast<unsigned*>(x)[word] = *reinterpret_cast<const unsigned*>(from + outer * ld + k);
    else if constexpr (sizeof(T) == 2)
      reinterpret_cast<unsigned*>(x)[word] = transposed(*reinterpret_cast<const unsigned*>(
          from + (S::kOf(word) + group) * ld + S::outerOf(word) + 2 * member));
    else
      for (int e = 0; e < S::perWord; ++e) x[word * S::perWord + e] = from[(k + e) * ld + outer];
  }
}

} // namespace parts

template <typename Use, int m, int n, int k, typename T, typename Layout>
__device__ inline void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to,
                                        const typename parts::element<T>::type* from, unsigned ld) {
  constexpr bool isAlongK = parts::same<Layout, row_major>::value == parts::same<Use, matrix_a>::value;
  constexpr bool isByte = sizeof(typename parts::element<T>::type) == 1;
  if constexpr (parts::same<T, double>::value) {
    const int outer = parts::lane() / 4, inner = parts::lane() % 4;
    to.x[0] = isAlongK ? from[outer * ld + inner] : from[inner * ld + outer];
  } else if constexpr (parts::same<T, half>::value || (isByte && isAlongK)) {
    using S = parts::shape<Use, m, n, k, T>;
    if (__isShared(from))
      parts::loadRows<!isAlongK, S>(reinterpret_cast<unsigned*>(to.x), from, ld);
    else
      parts::loadElements<isAlongK, S>(to.x, from, ld);
    for (int i = to.perLane; i < to.num_elements; ++i) to.x[i] = to.x[i % to.perLane];
  } else {
    parts::loadElements<isAlongK, parts::shape<Use, m, n, k, T>>(to.x, from, ld);
  }
}
namespace parts {

/// Two doubles of the 8x8, side by side in a row: as one where they lie so in memory.
template <bool isStore>
__device__ inline void moveDoubles(double* x, double* memory, unsigned ld, bool isAlongRow) {
  const int row = lane() / 4, column = lane() % 4 * 2;
  if (isAlongRow) {
    double2& at = *reinterpret_cast<double2*>(memory + row * ld + column);
    double2& own = *reinterpret_cast<double2*>(x);
    if constexpr (isStore)
      at = own;
    else
      own = at;
  } else {
    for (int e = 0; e < 2; ++e) {
      double& at = memory[(column + e) * ld + row];
      if constexpr (isStore)
        at = x[e];
      else
        x[e] = at;
    }
  }
}

/// Pairs of a sum's elements lie side by side in rows (with m = 8, in columns): two at a time, else one by one. Of
/// half the other layout is taken in pairs too, and the 8x8 blocks are transposed in registers.
template <bool isStore, int m, typename T>
__device__ inline void moveSum(T* x, T* memory, unsigned ld, bool isPaired) {
  const int group = lane() / 4, pair = lane() % 4 * 2;
  for (int i = 0; i < 4; ++i) {
    const int down = group + i % 2 * 8 + (m == 16 ? 0 : i / 2 * 16);
    const int along = pair + (m == 16 ? i / 2 * 8 : 0);
    if constexpr (sizeof(T) == 4) {
      if (isPaired) {
        float2* at = reinterpret_cast<float2*>(memory + down * ld + along);
        float2* own = reinterpret_cast<float2*>(x + 2 * i);
        if constexpr (isStore)
          *at = *own;
        else
          *own = *at;
      } else {
        for (int e = 0; e < 2; ++e) {
          T& at = memory[(along + e) * ld + down];
          if constexpr (isStore)
            at = x[2 * i + e];
          else
            x[2 * i + e] = at;
        }
      }
    } else {
      const int outer = isPaired ? down : along - pair + group;
      const int inner = isPaired ? along : down - group + pair;
      unsigned* at = reinterpret_cast<unsigned*>(memory + outer * ld + inner);
      unsigned& own = reinterpret_cast<unsigned*>(x)[i];
      if constexpr (isStore)
        *at = isPaired ? own : transposed(own);
      else
        own = isPaired ? *at : transposed(*at);
    }
  }
}

} // namespace parts

template <int m, int n, int k, typename T>
__device__ inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const T* from, unsigned ld,
                                        layout_t layout) {
  if constexpr (sizeof(T) == 8)
    parts::moveDoubles<false>(to.x, const_cast<T*>(from), ld, layout == mem_row_major);
  else
    parts::moveSum<false, m>(to.x, const_cast<T*>(from), ld, (layout == mem_row_major) == (m != 8));
}
template <int m, int n, int k, typename T>
__device__ inline void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& from, unsigned ld,
                                         layout_t layout) {
  if constexpr (sizeof(T) == 8)
    parts::moveDoubles<true>(const_cast<T*>(from.x), to, ld, layout == mem_row_major);
  else
    parts::moveSum<true, m>(const_cast<T*>(from.x), to, ld, (layout == mem_row_major) == (m != 8));
}
namespace parts {

/// One m16n8: d = a·b + c.
__device__ inline void multiply(float* d, const unsigned* a, const unsigned* b, const float* c, const half*) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]),
                 "f"(c[3]));
}
__device__ inline void multiply(float* d, const unsigned* a, const unsigned* b, const float* c, const __nv_bfloat16*) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]),
                 "f"(c[3]));
}
__device__ inline void multiply(float* d, const unsigned* a, const unsigned* b, const float* c,
                                const precision::tf32*) {
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
               "{%10, %11, %12, %13};"
               : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]),
                 "f"(c[3]));
}
__device__ inline void multiply(half* d, const unsigned* a, const unsigned* b, const half* c, const half*) {
  unsigned* to = reinterpret_cast<unsigned*>(d);
  const unsigned* from = reinterpret_cast<const unsigned*>(c);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
               : "=r"(to[0]), "=r"(to[1])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(from[0]), "r"(from[1]));
}
__device__ inline void multiply(int* d, const unsigned* a, const unsigned* b, const int* c, const signed char*) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
}
__device__ inline void multiply(int* d, const unsigned* a, const unsigned* b, const int* c, const unsigned char*) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
}

} // namespace parts

/// Two products of m16n8, side by side, one below the other, or of the transposed matrices.
template <int m, int n, int k, typename T, typename LayoutA, typename LayoutB, typename D>
__device__ inline void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                                const fragment<accumulator, m, n, k, D>& c, bool saturates = false) {
  if constexpr (parts::same<T, double>::value) {
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
                 : "=d"(d.x[0]), "=d"(d.x[1]) : "d"(a.x[0]), "d"(b.x[0]), "d"(c.x[0]), "d"(c.x[1]));
  } else {
    const unsigned* wordsA = reinterpret_cast<const unsigned*>(a.x);
    const unsigned* wordsB = reinterpret_cast<const unsigned*>(b.x);
    constexpr int stepA = parts::shape<matrix_a, m, n, k, T>::wordsInBlock;
    constexpr int stepB = parts::shape<matrix_b, m, n, k, T>::wordsInBlock;
    for (int i = 0; i < 2; ++i) {
      const unsigned* first = m == 16 ? wordsA : m == 32 ? wordsA + i * stepA : wordsB + i * stepB;
      const unsigned* second = m == 16 ? wordsB + i * stepB : m == 32 ? wordsB : wordsA;
      parts::multiply(d.x + 4 * i, first, second, c.x + 4 * i, static_cast<const T*>(nullptr));
    }
  }
}

} // namespace wmma
} // namespace nvcuda
