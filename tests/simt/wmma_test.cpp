// nvcuda::wmma. The numbers of wavefronts are those that an H200's counters showed for nvcc 13's code (-O3,
// sm_90), the elements of x[] those that it held.

#include "harness.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::test;

namespace {

struct Measured {
  const char* fragment; // the template's arguments
  const char* element;
  int rows, columns, pitch;
  bool isColumnMajor;
  uint64_t wavefronts;
  std::vector<int> lane0, lane1, lane4; // row · columns + column of x[0], x[1], …
};

const Measured kLoads[] = {
    {"matrix_a, 16, 16, 16, half, row_major",
     "half",
     16,
     16,
     16,
     false,
     8,
     {0, 1, 128, 129, 8, 9, 136, 137, 0, 1},
     {2, 3, 130, 131},
     {16, 17, 144, 145}},
    {"matrix_a, 16, 16, 16, half, col_major",
     "half",
     16,
     16,
     16,
     true,
     8,
     {0, 1, 128, 129, 8, 9, 136, 137},
     {2, 3, 130, 131},
     {16, 17, 144, 145}},
    {"matrix_b, 16, 16, 16, half, row_major",
     "half",
     16,
     16,
     16,
     false,
     8,
     {0, 16, 128, 144, 8, 24, 136, 152, 0, 16},
     {32, 48, 160, 176},
     {1, 17, 129, 145}},
    {"matrix_b, 16, 16, 16, half, col_major",
     "half",
     16,
     16,
     16,
     true,
     8,
     {0, 16, 128, 144, 8, 24, 136, 152},
     {32, 48, 160, 176},
     {1, 17, 129, 145}},
    {"matrix_a, 16, 16, 16, half, row_major",
     "half",
     16,
     16,
     24,
     false,
     4,
     {0, 1, 128, 129},
     {2, 3},
     {16, 17}},
    {"matrix_b, 16, 16, 16, half, row_major",
     "half",
     16,
     16,
     24,
     false,
     4,
     {0, 16, 128, 144},
     {32, 48},
     {1, 17}},
    {"matrix_b, 16, 16, 16, half, col_major",
     "half",
     16,
     16,
     24,
     true,
     4,
     {0, 16, 128, 144},
     {32, 48},
     {1, 17}},
    {"matrix_a, 16, 16, 16, __nv_bfloat16, row_major",
     "__nv_bfloat16",
     16,
     16,
     16,
     false,
     8,
     {0, 1, 128, 129, 8, 9, 136, 137},
     {2, 3},
     {16, 17}},
    {"matrix_a, 16, 16, 16, unsigned char, row_major",
     "unsigned char",
     16,
     16,
     16,
     false,
     2,
     {0, 1, 2, 3, 128, 129, 130, 131},
     {4, 5, 6, 7},
     {16, 17, 18, 19}},
    {"matrix_a, 16, 16, 16, unsigned char, col_major",
     "unsigned char",
     16,
     16,
     16,
     true,
     16,
     {0, 1, 2, 3, 128, 129, 130, 131},
     {4, 5, 6, 7},
     {16, 17, 18, 19}},
    {"matrix_b, 16, 16, 16, unsigned char, row_major",
     "unsigned char",
     16,
     16,
     16,
     false,
     16,
     {0, 16, 32, 48, 8, 24, 40, 56},
     {64, 80, 96, 112},
     {1, 17, 33, 49}},
    {"matrix_b, 16, 16, 16, unsigned char, col_major",
     "unsigned char",
     16,
     16,
     16,
     true,
     2,
     {0, 16, 32, 48, 8, 24, 40, 56},
     {64, 80, 96, 112},
     {1, 17, 33, 49}},
    {"matrix_a, 32, 8, 16, half, row_major",
     "half",
     32,
     16,
     16,
     false,
     16,
     {0, 1, 128, 129, 8, 9, 136, 137, 256, 257},
     {2, 3},
     {16, 17}},
    {"matrix_b, 32, 8, 16, half, row_major",
     "half",
     16,
     8,
     8,
     false,
     2,
     {0, 8, 64, 72, 0, 8, 64, 72, 0, 8, 64, 72},
     {16, 24, 80, 88},
     {1, 9, 65, 73}},
    {"matrix_a, 8, 32, 16, half, row_major",
     "half",
     8,
     16,
     16,
     false,
     4,
     {0, 1, 8, 9, 0, 1, 8, 9},
     {2, 3, 10, 11},
     {16, 17, 24, 25}},
    {"matrix_b, 8, 32, 16, half, row_major",
     "half",
     16,
     32,
     32,
     false,
     32,
     {0, 32, 8, 40, 256, 288, 264, 296, 16, 48, 24, 56},
     {64, 96, 72, 104},
     {1, 33, 9, 41}},
    {"matrix_a, 16, 16, 8, precision::tf32, row_major",
     "float",
     16,
     8,
     8,
     false,
     8,
     {0, 64, 4, 68},
     {1, 65, 5, 69},
     {8, 72, 12, 76}},
    {"matrix_a, 16, 16, 8, precision::tf32, col_major",
     "float",
     16,
     8,
     16,
     true,
     8,
     {0, 64, 4, 68},
     {1, 65, 5, 69},
     {8, 72, 12, 76}},
    {"matrix_b, 16, 16, 8, precision::tf32, row_major",
     "float",
     8,
     16,
     16,
     false,
     8,
     {0, 64, 8, 72},
     {16, 80, 24, 88},
     {1, 65, 9, 73}},
    {"matrix_b, 16, 16, 8, precision::tf32, col_major",
     "float",
     8,
     16,
     8,
     true,
     8,
     {0, 64, 8, 72},
     {16, 80, 24, 88},
     {1, 65, 9, 73}},
};
const std::vector<int> kSum0 = {0, 1, 128, 129, 8, 9, 136, 137}, kSum1 = {2, 3, 130, 131},
                       kSum4 = {16, 17, 144, 145};
const Measured kSums[] = {
    {"accumulator, 16, 16, 16, float", "float", 16, 16, 16, false, 16, kSum0, kSum1, kSum4},
    {"accumulator, 16, 16, 16, float", "float", 16, 16, 16, true, 32, kSum0, kSum1, kSum4},
    {"accumulator, 16, 16, 16, float", "float", 16, 16, 20, false, 16, kSum0, kSum1, kSum4},
    {"accumulator, 16, 16, 16, half", "half", 16, 16, 16, false, 8, kSum0, kSum1, kSum4},
    {"accumulator, 16, 16, 16, half", "half", 16, 16, 24, false, 4, kSum0, kSum1, kSum4},
    {"accumulator, 16, 16, 16, half", "half", 16, 16, 16, true, 8, kSum0, kSum1, kSum4},
    {"accumulator, 16, 16, 16, int", "int", 16, 16, 16, false, 16, kSum0, kSum1, kSum4},
    {"accumulator, 16, 16, 16, int", "int", 16, 16, 16, true, 32, kSum0, kSum1, kSum4},
};

std::string text(int n) { return std::to_string(n); }

/// A matrix in shared memory whose elements are their own numbers, loaded and, for sums, stored again.
std::string kernelFor(const Measured& one, bool isSum) {
  const std::string at =
      one.isColumnMajor ? "c * " + text(one.pitch) + " + r" : "r * " + text(one.pitch) + " + c";
  const std::string layout = one.isColumnMajor ? ", mem_col_major" : ", mem_row_major";
  return std::string("#include <mma.h>\nusing namespace nvcuda::wmma;\n__global__ void k(float* out) {\n") +
         "  __shared__ __align__(128) " + one.element + " s[1024], t[1024];\n" +
         "  for (int i = threadIdx.x; i < " + text(one.rows * one.columns) + "; i += 32) {\n" +
         "    int r = i / " + text(one.columns) + ", c = i % " + text(one.columns) + ";\n    s[" + at +
         "] = (" + one.element + ")(float)i;\n  }\n  __syncwarp();\n  fragment<" + one.fragment + "> f;\n" +
         "  load_matrix_sync(f, s, " + text(one.pitch) + (isSum ? layout : "") + ");\n" +
         (isSum ? "  store_matrix_sync(t, f, " + text(one.pitch) + layout + ");\n" : "") +
         "  for (int i = 0; i < f.num_elements; ++i) out[threadIdx.x * 16 + i] = (float)f.x[i];\n" +
         (isSum ? "  __syncwarp();\n  for (int i = threadIdx.x; i < 256; i += 32) {\n    int r = i / 16, c = "
                  "i % 16;\n"
                  "    out[1024 + i] = (float)t[" +
                      at + "];\n  }\n"
                : "") +
         "}\n// launch: k<<<1, 32>>>(out)\n";
}

uint64_t wavefrontsOf(const Ran& ran, const std::string& call) {
  uint64_t sum = 0;
  for (const Event& event : ran.events)
    if (ran.program.source->text(ran.result.sites[event.access.site].range).substr(0, call.size()) == call)
      sum += event.counts.wavefronts;
  return sum;
}

void expectElements(const Ran& ran, const Measured& one) {
  const std::vector<float> x = ran.values<float>("out", 32 * 16);
  const auto check = [&](size_t lane, const std::vector<int>& expected) {
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(x[lane * 16 + i], static_cast<float>(expected[i]))
          << one.fragment << ", lane " << lane << ", x[" << i << "]";
  };
  check(0, one.lane0);
  check(1, one.lane1);
  check(4, one.lane4);
}

} // namespace

TEST(Wmma, FactorsComeAsMeasured) {
  for (const Measured& one : kLoads) {
    const Ran ran = runSource(kernelFor(one, false));
    ASSERT_EQ(ran.messages(), "") << one.fragment;
    EXPECT_EQ(wavefrontsOf(ran, "load_matrix_sync"), one.wavefronts) << one.fragment;
    expectElements(ran, one);
  }
}

TEST(Wmma, SumsComeAndGoAsMeasured) {
  for (const Measured& one : kSums) {
    const Ran ran = runSource(kernelFor(one, true));
    ASSERT_EQ(ran.messages(), "") << one.fragment;
    EXPECT_EQ(wavefrontsOf(ran, "load_matrix_sync"), one.wavefronts) << one.fragment;
    EXPECT_EQ(wavefrontsOf(ran, "store_matrix_sync"), one.wavefronts) << one.fragment;
    expectElements(ran, one);
    EXPECT_EQ((ran.values<float>("out", 1024 + 256)[1024 + 77]), 77.0f) << one.fragment;
  }
}

/// A whole product of pitch P, whose loads and store took so many wavefronts on the H200.
TEST(Wmma, WholeProductsCostWhatWasMeasured) {
  const struct {
    int pitch;
    uint64_t loads, store;
  } rows[] = {{16, 16, 16}, {24, 8, 8}, {32, 32, 32}, {40, 8, 8}, {64, 64, 32}};
  for (const auto& row : rows) {
    const std::string p = text(row.pitch);
    const Ran ran = runSource(
        "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k(float* out) {\n"
        "  __shared__ __align__(128) half a[1024], b[1024];\n  __shared__ __align__(128) float c[1024];\n"
        "  for (int i = threadIdx.x; i < 256; i += 32) {\n    int r = i / 16, col = i % 16;\n    a[r * " +
        p + " + col] = (half)(float)(r + col);\n    b[r * " + p +
        " + col] = (half)(float)(r - col);\n  }\n"
        "  __syncwarp();\n  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;\n"
        "  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y;\n"
        "  wmma::fragment<wmma::accumulator, 16, 16, 16, float> z;\n  wmma::fill_fragment(z, 1.0f);\n"
        "  wmma::load_matrix_sync(x, a, " +
        p + ");\n  wmma::load_matrix_sync(y, b, " + p +
        ");\n  wmma::mma_sync(z, x, y, z);\n  wmma::store_matrix_sync(c, z, " + p +
        ", wmma::mem_row_major);\n  __syncwarp();\n  for (int i = threadIdx.x; i < 256; i += 32) out[i] = "
        "c[i / 16 * " +
        p + " + i % 16];\n}\n// launch: k<<<1, 32>>>(out)\n");
    ASSERT_EQ(ran.messages(), "");
    EXPECT_EQ(wavefrontsOf(ran, "wmma::load_matrix_sync"), row.loads) << p;
    EXPECT_EQ(wavefrontsOf(ran, "wmma::store_matrix_sync"), row.store) << p;
    const std::vector<float> out = ran.values<float>("out", 256);
    for (int r = 0; r < 16; ++r)
      for (int c = 0; c < 16; ++c) {
        int sum = 1;
        for (int k = 0; k < 16; ++k) sum += (r + k) * (k - c);
        EXPECT_EQ(out[static_cast<size_t>(r * 16 + c)], static_cast<float>(sum));
      }
  }
}

/// Every shape and type, from and to global memory, against the product by hand.
TEST(Wmma, MultipliesEveryShape) {
  const struct {
    const char *type, *element, *sum;
    int m, n, k;
    const char *layoutA, *layoutB;
  } rows[] = {{"half", "half", "float", 16, 16, 16, "row", "col"},
              {"half", "half", "half", 16, 16, 16, "col", "row"},
              {"half", "half", "float", 32, 8, 16, "row", "row"},
              {"half", "half", "float", 8, 32, 16, "col", "col"},
              {"__nv_bfloat16", "__nv_bfloat16", "float", 16, 16, 16, "row", "row"},
              {"__nv_bfloat16", "__nv_bfloat16", "float", 32, 8, 16, "col", "col"},
              {"signed char", "signed char", "int", 16, 16, 16, "row", "col"},
              {"unsigned char", "unsigned char", "int", 8, 32, 16, "row", "row"},
              {"precision::tf32", "float", "float", 16, 16, 8, "row", "col"},
              {"double", "double", "double", 8, 8, 4, "row", "col"}};
  for (const auto& row : rows) {
    const bool aRows = row.layoutA == std::string("row"), bRows = row.layoutB == std::string("row");
    const std::string shape = ", " + text(row.m) + ", " + text(row.n) + ", " + text(row.k) + ", ";
    const std::string source =
        std::string("#include <mma.h>\nusing namespace nvcuda::wmma;\n__global__ void k(float* out) {\n") +
        "  __shared__ __align__(128) " + row.element + " a[512], b[512];\n  __shared__ __align__(128) " +
        row.sum + " c[512];\n  for (int i = threadIdx.x; i < 512; i += 32) {\n    a[i] = (" + row.element +
        ")(float)(i % 7);\n    b[i] = (" + row.element +
        ")(float)(i % 5);\n  }\n  __syncwarp();\n  fragment<matrix_a" + shape + row.type + ", " +
        row.layoutA + "_major> x;\n  fragment<matrix_b" + shape + row.type + ", " + row.layoutB +
        "_major> y;\n  fragment<accumulator" + shape + row.sum + "> z;\n  fill_fragment(z, (" + row.sum +
        ")2.0f);\n  load_matrix_sync(x, a, " + text(aRows ? row.k : row.m) + ");\n  load_matrix_sync(y, b, " +
        text(bRows ? row.n : row.k) +
        ");\n  mma_sync(z, x, y, z);\n  for (int i = 0; i < z.num_elements; ++i) z.x[i] = "
        "z.x[i] + (" +
        row.sum + ")1.0f;\n  store_matrix_sync(c, z, " + text(row.m) +
        ", mem_col_major);\n  __syncwarp();\n  for (int i = threadIdx.x; i < " + text(row.m * row.n) +
        "; i += 32) out[i] = (float)c[i];\n}\n// launch: k<<<1, 32>>>(out)\n";
    const Ran ran = runSource(source);
    ASSERT_EQ(ran.messages(), "") << source;
    const std::vector<float> out = ran.values<float>("out", static_cast<size_t>(row.m * row.n));
    for (int m = 0; m < row.m; ++m)
      for (int n = 0; n < row.n; ++n) {
        int sum = 3;
        for (int k = 0; k < row.k; ++k)
          sum += (aRows ? m * row.k + k : k * row.m + m) % 7 * ((bRows ? k * row.n + n : n * row.k + k) % 5);
        ASSERT_EQ(out[static_cast<size_t>(n * row.m + m)], static_cast<float>(sum))
            << row.type << shape << " at " << m << ", " << n;
      }
  }
}

TEST(Wmma, LoadsFromGlobalMemoryMakeNoSharedRequests) {
  const Ran ran =
      runSource("#include <mma.h>\nusing namespace nvcuda::wmma;\n"
                "__global__ void k(float* out, const half* in) {\n"
                "  fragment<matrix_a, 16, 16, 16, half, row_major> f;\n  load_matrix_sync(f, in, 16);\n"
                "  out[threadIdx.x] = (float)f.x[2];\n}\n// launch: k<<<1, 32>>>(out, in)\n");
  EXPECT_EQ(ran.messages(), "");
  EXPECT_TRUE(ran.events.empty());
  EXPECT_EQ(ran.values<float>("out", 5), (std::vector<float>{128, 130, 132, 134, 144}));
}

TEST(Wmma, TheOlderPipelineClassCopies) {
  const Ran ran =
      runSource("#include <cuda_pipeline.h>\n__global__ void k(float4* out, const float4* in) {\n"
                "  __shared__ float4 s[32];\n  nvcuda::experimental::pipeline pipe;\n"
                "  nvcuda::experimental::memcpy_async(s[threadIdx.x], in[threadIdx.x], pipe);\n"
                "  pipe.commit();\n  pipe.wait_prior<0>();\n  out[threadIdx.x] = s[threadIdx.x];\n}\n"
                "// launch: k<<<1, 32>>>(out, in)\n");
  EXPECT_NE(ran.messages().find("5:3: note: an asynchronous copy"), std::string::npos) << ran.messages();
  EXPECT_EQ(ran.values<float>("out", 4), (std::vector<float>{0, 1, 2, 3}));
}
