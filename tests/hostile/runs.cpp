#include "hostile/inputs.hpp"

namespace banklab::hostile {

namespace {

/// A kernel of one warp with 64 floats of shared memory.
std::string shared(std::string_view body, std::string_view launch = "k<<<1, 32>>>(out)") {
  std::string text = "__global__ void k(int* out) {\n  __shared__ int s[64];\n  int x = threadIdx.x;\n";
  text += body;
  text += "\n}\n// launch: ";
  return (text += launch) += "\n";
}

} // namespace

std::vector<Input> runs() {
  return {
      // Launches.
      {"LaunchLines", Door::Source,
       [](size_t n) { return shared("s[x] = 1;") + times(n / 30, "// launch: k<<<1, 32>>>(out)\n"); },
       "a file runs 128 launches at most, and those from here on are left out; run fewer at a time"},
      {"LaunchLinesOfEndlessKernels", Door::Source,
       [](size_t n) {
         return shared("for (;;) s[x] += 1;") + times(n / 30, "// launch: k<<<1, 32>>>(out)\n");
       },
       "steps"},
      {"LaunchesOfTheHost", Door::Source,
       [](size_t n) {
         return "__global__ void k(int* out) { out[threadIdx.x] = 1; }\nint main() { int* p;\n" +
                times(n / 18, "k<<<1, 32>>>(p);\n") + "}";
       },
       ""},
      {"BrokenLaunchLines", Door::Source,
       [](size_t n) { return shared("s[x] = 1;") + times(n / 20, "// launch: no<<<1>>>\n"); }, "messages"},
      {"ALongLaunchLine", Door::Source,
       [](size_t n) { return shared("s[x] = 1;", "k<<<1, 32>>>(" + times(n / 2, "1,") + "1)"); },
       "takes 1 argument, and the launch gives"},
      {"ANestedLaunchLine", Door::Source,
       [](size_t n) {
         return shared("s[x] = 1;", "k<<<" + times(n / 2, "(") + "1" + times(n / 2, ")") + ", 32>>>(out)");
       },
       "deep"},
      {"AHugeGrid", Door::Source,
       [](size_t) { return shared("s[x] = 1;", "k<<<dim3(2147483647, 65535, 65535), 32>>>(out)"); }, ""},
      {"AGridThatOverflows", Door::Source,
       [](size_t) { return shared("s[x] = 1;", "k<<<99999999999999999999, 32>>>(out)"); },
       "does not fit in 64 bits; write a smaller number"},
      {"ABlockThatIsTooLarge", Door::Source,
       [](size_t) { return shared("s[x] = 1;", "k<<<1, 4294967296>>>(out)"); },
       "every size of the grid and the block must be at least 1"},
      {"ABlockOfNegativeSize", Door::Source, [](size_t) { return shared("s[x] = 1;", "k<<<1, -1>>>(out)"); },
       "cannot be negative (-1); write 1 or more"},
      {"SharedMemoryWithoutMeasure", Door::Source,
       [](size_t) { return shared("s[x] = 1;", "k<<<1, 32, 18446744073709551615>>>(out)"); }, "shared"},
      {"Knobs", Door::Source,
       [](size_t n) {
         return repeat(n / 24,
                       [](size_t i) { return "float v" + number(i) + " = s[tid*k" + number(i) + "];\n"; });
       },
       ""},
      {"KnobLines", Door::Source,
       [](size_t n) {
         return repeat(n / 26, [](size_t i) { return "// knob n" + number(i) + " = 4 in 1..8\n"; }) +
                "float v = s[tid * n7];";
       },
       ""},
      {"KnobsOfAKernel", Door::Source,
       [](size_t n) {
         return "__global__ void k(" +
                repeat(
                    n / 12, [](size_t i) { return "int n" + number(i); }, ",") +
                ") { __shared__ int s[64]; s[threadIdx.x] = n7; }";
       },
       ""},
      {"ArraysOfAFragment", Door::Source,
       [](size_t n) { return repeat(n / 20, [](size_t i) { return "s" + number(i) + "[tid] = 1;\n"; }); },
       "more than 64 arrays are not declared; declare them, `__shared__ float a[1024];`, say"},
      {"InputLines", Door::Source,
       [](size_t n) { return shared("s[x] = out[x];") + times(n / 24, "// input: out[i] = i + 1\n"); }, ""},
      {"AnInputOfDepth", Door::Source,
       [](size_t n) {
         return shared("s[x] = out[x];") + "// input: out[i] = " + times(n / 2, "(") + "i" +
                times(n / 2, ")") + "\n";
       },
       "this formula is longer than 1,000 words; shorten it"},
      {"AnInputOfLength", Door::Source,
       [](size_t n) { return shared("s[x] = out[x];") + "// input: out[i] = i" + times(n / 2, "+1") + "\n"; },
       "this formula is longer than 1,000 words; shorten it"},
      // Sites and findings.
      {"Sites", Door::Source, [](size_t n) { return shared(times(n / 11, "s[x] += 1;\n")); }, ""},
      {"SitesOfAWideArray", Door::Source,
       [](size_t n) {
         return shared(repeat(n / 14, [](size_t i) { return "s[x*" + number(i % 2) + "] = 1;\n"; }));
       },
       ""},
      {"Assertions", Door::Source, [](size_t n) { return shared(times(n / 12, "assert(x<0);")); }, "assert"},
      {"IndicesOutside", Door::Source, [](size_t n) { return shared(times(n / 12, "s[x+99] = 1;")); },
       "outside"},
      {"Races", Door::Source,
       [](size_t n) { return shared(times(n / 12, "s[x&31] = x;"), "k<<<1, 1024>>>(out)"); }, ""},
      {"Divisions", Door::Source, [](size_t n) { return shared(times(n / 12, "x = 1/(x-x);")); }, "zero"},
      {"Barriers", Door::Source,
       [](size_t n) { return shared(times(n / 16, "__syncthreads();"), "k<<<1, 1024>>>(out)"); }, ""},
      {"Branches", Door::Source, [](size_t n) { return shared(times(n / 16, "if (x&1) ++s[x];")); }, ""},
      {"Printing", Door::Source,
       [](size_t n) { return shared("printf(\"" + times(n / 2, "%d") + "\", x);"); }, ""},
      // Runs.
      {"ALoopWithoutEnd", Door::Source, [](size_t) { return shared("for (;;) ;"); }, "steps"},
      {"ALoopThatCounts", Door::Source, [](size_t) { return shared("for (int i = 0;; ++i) x += i;"); },
       "steps"},
      {"ALoopOfAccesses", Door::Source,
       [](size_t) { return shared("for (int i = 0;; ++i) s[(x * i) & 63] = i;"); }, "steps"},
      {"ALoopOfGlobalAccesses", Door::Source,
       [](size_t) { return shared("for (int i = 0;; ++i) out[x * i] = i;"); }, "steps"},
      {"ALoopOfFarAccesses", Door::Source,
       [](size_t) {
         return shared("for (long long i = 0;; ++i) out[(i * 32 + x) * 70000 & 0x3ffffff] = 1;");
       },
       "stopped after"},
      {"ALoopOfBarriers", Door::Source,
       [](size_t) { return shared("for (;;) __syncthreads();", "k<<<1, 1024>>>(out)"); }, "steps"},
      {"ALoopOfShuffles", Door::Source,
       [](size_t) { return shared("for (;;) x = __shfl_xor_sync(0xffffffff, x, 1);"); }, "steps"},
      {"ALoopOfAtomics", Door::Source,
       [](size_t) { return shared("for (int i = 0;; ++i) atomicAdd(&s[(x * i) & 63], 1);"); }, "steps"},
      {"ALoopThatWaits", Door::Source, [](size_t) { return shared("while (atomicCAS(&s[0], 1, 1) != 2) ;"); },
       "steps"},
      {"ALoopOfBranches", Door::Source,
       [](size_t) { return shared("for (int i = 0;; ++i) if (i + x & 1) x += 3; else x ^= 5;"); }, "steps"},
      {"ALoopOfMathematics", Door::Source,
       [](size_t) { return shared("float f = x; for (;;) f = sinf(f) + powf(f, 1.5f); s[x] = f;"); },
       "steps"},
      {"ALoopOfDivisions", Door::Source,
       [](size_t) {
         return shared("long long a = x + 1; for (;;) a = 99999999999999 / (a | 1) % 777777; s[x] = a;");
       },
       "steps"},
      {"ALoopOfWideCopies", Door::Source,
       [](size_t) {
         return "struct S { int a[4000]; };\n" +
                shared("S a, b; for (;;) { a = b; b = a; } out[x] = a.a[x];");
       },
       "steps"},
      {"ALoopOfLocalMemory", Door::Source,
       [](size_t) {
         return shared("int a[64]; for (int i = 0;; ++i) a[(i + x) & 63] += a[i & 63]; out[x] = a[x];");
       },
       "steps"},
      {"ALoopOfMatrices", Door::Source,
       [](size_t) {
         return std::string(
             "#include <mma.h>\nusing namespace nvcuda;\n__global__ void k(half* p) {\n  __shared__ half "
             "s[256];\n  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;\n  "
             "wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;\n  "
             "wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;\n  wmma::fill_fragment(c, 0.f);\n  for "
             "(;;) { wmma::load_matrix_sync(a, s, 16); wmma::load_matrix_sync(b, s, 16); wmma::mma_sync(c, "
             "a, b, c); }\n}\n// launch: k<<<1, 32>>>(p)\n");
       },
       "steps"},
      {"LoopsInLoops", Door::Source,
       [](size_t) {
         return shared(repeat(60,
                              [](size_t i) {
                                return "for (int i" + number(i) + " = 0; i" + number(i) + " < 9; ++i" +
                                       number(i) + ") ";
                              }) +
                       "++s[x];");
       },
       "steps"},
      {"RecursionWithoutEnd", Door::Source,
       [](size_t) { return "__device__ int f(int n) { return f(n + 1) + 1; }\n" + shared("s[x] = f(0);"); },
       "deep"},
      {"RecursionThatFans", Door::Source,
       [](size_t) {
         return "__device__ int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n" +
                shared("s[x] = f(60);");
       },
       "steps"},
      {"FunctionsThatCallTwice", Door::Source,
       [](size_t) {
         return "__device__ void f0(int* s) { ++s[threadIdx.x]; }\n" +
                repeat(60,
                       [](size_t i) {
                         return "__device__ void f" + number(i + 1) + "(int* s) { f" + number(i) + "(s); f" +
                                number(i) + "(s); }\n";
                       }) +
                shared("f60(s);");
       },
       "steps"},
      {"ManyWarpsAndVariables", Door::Source,
       [](size_t n) {
         return shared(repeat(n / 16, [](size_t i) { return "int a" + number(i) + " = x;"; }),
                       "k<<<1, 1024>>>(out)");
       },
       ""},
      {"ManyWarpsAndArrays", Door::Source,
       [](size_t) {
         return shared("int a[16384]; for (int i = 0; i < 16384; ++i) a[i] = i; out[x] = a[x];",
                       "k<<<1, 1024>>>(out)");
       },
       ""},
  };
}

std::vector<Input> doors() {
  return {
      // Options.
      {"JsonOfArrays", Door::Options, [](size_t n) { return times(n, "["); }, "nested"},
      {"JsonOfObjects", Door::Options, [](size_t n) { return times(n / 5, "{\"a\":"); }, "nested"},
      {"JsonOfOneString", Door::Options, [](size_t n) { return "{\"kernel\":\"" + times(n, "x") + "\"}"; },
       "there is no kernel"},
      {"JsonOfEscapes", Door::Options,
       [](size_t n) { return "{\"kernel\":\"" + times(n / 6, "\\u0041") + "\"}"; }, "there is no kernel"},
      {"JsonOfOneNumber", Door::Options, [](size_t n) { return "{\"blocks\":" + times(n, "9") + "}"; },
       "blocks"},
      {"JsonOfOneMachine", Door::Options, [](size_t n) { return "{\"machine\":\"" + times(n, "x") + "\"}"; },
       "machine"},
      {"JsonOfManyOptions", Door::Options,
       [](size_t n) {
         return "{" +
                repeat(
                    n / 12, [](size_t i) { return "\"a" + number(i) + "\":1"; }, ",") +
                "}";
       },
       "unknown option"},
      {"JsonOfSettings", Door::Options,
       [](size_t n) {
         return "{\"set\":{" +
                repeat(
                    n / 12, [](size_t i) { return "\"a" + number(i) + "\":1"; }, ",") +
                "}}";
       },
       ""},
      {"JsonOfOneSetting", Door::Options,
       [](size_t n) { return "{\"set\":{\"n\":\"" + times(n / 2, "(") + "1" + times(n / 2, ")") + "\"}}"; },
       "n"},
      {"JsonOfLaunches", Door::Options,
       [](size_t n) {
         return "{\"launch\":[" +
                repeat(
                    n / 24, [](size_t) { return std::string("\"k<<<1,32>>>(a, 1)\""); }, ",") +
                "]}";
       },
       "a file runs 128 launches at most, and those from here on are left out; run fewer at a time"},
      {"JsonOfOneLaunch", Door::Options,
       [](size_t n) { return "{\"launch\":\"k<<<1,32>>>(a, " + times(n / 2, "1+") + "1)\"}"; }, ""},
      {"JsonOfInputs", Door::Options,
       [](size_t n) {
         return "{\"input\":[" +
                repeat(
                    n / 12, [](size_t) { return std::string("\"a[i] = i\""); }, ",") +
                "]}";
       },
       ""},
      {"JsonOfFiles", Door::Options,
       [](size_t n) {
         return "{\"files\":{" +
                repeat(
                    n / 12, [](size_t i) { return "\"a" + number(i) + "\":\"\""; }, ",") +
                "}}";
       },
       ""},
      {"JsonOfFolders", Door::Options,
       [](size_t n) {
         return "{\"include\":[" +
                repeat(
                    n / 8, [](size_t i) { return "\"a" + number(i) + "\""; }, ",") +
                "]}";
       },
       ""},
      {"JsonOfAllBlocks", Door::Options,
       [](size_t) {
         return std::string(
             "{\"launch\":\"k<<<dim3(2147483647, 65535, 65535), 1024>>>(a, 1)\",\"blocks\":\"all\"}");
       },
       "steps"},
      // Requests.
      {"RequestOfOneWord", Door::Request, [](size_t n) { return times(n, "x"); }, "op"},
      {"RequestOfOffsets", Door::Request, [](size_t n) { return "ld.b32 0xffffffff" + times(n / 2, " 4"); },
       "offsets"},
      {"RequestOfOneOffset", Door::Request, [](size_t n) { return "ld.b32 0xffffffff " + times(n, "9"); },
       "offset"},
      // Measured requests.
      {"CsvWithoutLines", Door::Replay, [](size_t n) { return times(n, "x"); }, "the header has no column"},
      {"CsvOfCommas", Door::Replay, [](size_t n) { return times(n, ","); }, "the header has no column"},
      {"CsvOfEmptyLines", Door::Replay, [](size_t n) { return times(n, "\n"); }, "no header line"},
      {"CsvOfBrokenLines", Door::Replay,
       [](size_t n) { return "op,active_mask,byte_offsets,wavefronts\n" + times(n / 2, "x\n"); },
       "too many lines that cannot be read; reading stopped here"},
      {"CsvOfOneRow", Door::Replay,
       [](size_t n) { return "op,active_mask,byte_offsets,wavefronts\nld.b32,1," + times(n / 2, "4 "); },
       "byte offsets, but the machine has"},
      {"CsvOfColumns", Door::Replay,
       [](size_t n) {
         return "op,active_mask,byte_offsets,wavefronts" + times(n / 4, ",a,b") + "\nld.b32,1";
       },
       "0 byte offsets, but the machine has"},
      {"CsvOfOneCount", Door::Replay,
       [](size_t n) {
         return "op,active_mask,byte_offsets,wavefronts\nld.b32,1," + times(32, "4 ") + "," + times(n, "9");
       },
       "wavefronts"},
      {"CsvOfCountsThatDoNotFit", Door::Replay,
       [](size_t n) {
         return "op,active_mask,byte_offsets,wavefronts\n" +
                times(n / 100, "ld.b32,1," + times(32, "4 ") + ",4294967296\n");
       },
       "too many lines that cannot be read; reading stopped here"},
      {"CsvOfComments", Door::Replay,
       [](size_t n) { return times(n / 2, "#\n") + "op,active_mask,byte_offsets,wavefronts\n"; }, ""},
      {"CsvOfWrongRows", Door::Replay,
       [](size_t n) {
         return "op,active_mask,byte_offsets,wavefronts\n" +
                times(n / 84, "ld.b32,1," + times(32, "4 ") + ",9\n");
       },
       ""},
      {"CsvOfLoops", Door::Replay,
       [](size_t n) {
         return "op,active_mask,byte_offsets,wavefronts\n" +
                times(n / 150, "atom.add.f64,0xffffffff," + times(32, "256 ") + ",9\n");
       },
       ""},
  };
}

} // namespace banklab::hostile
