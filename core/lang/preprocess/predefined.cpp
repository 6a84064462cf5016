#include "lang/preprocess/preprocessor.hpp"

#include <algorithm>

namespace banklab::lang {
namespace {

struct Predefined {
  std::string_view name, body;
  BuiltinMacro builtin = BuiltinMacro::None;
};

constexpr Predefined kPredefined[] = {
    {"__LINE__", "", BuiltinMacro::Line},
    {"__FILE__", "", BuiltinMacro::File},
    {"__COUNTER__", "", BuiltinMacro::Counter},
    {"CHAR_BIT", "8"},
    {"CHAR_MAX", "127"},
    {"CHAR_MIN", "(-128)"},
    {"CUDART_INF", "(__builtin_huge_val())"},
    {"CUDART_INF_F", "(__builtin_huge_valf())"},
    {"CUDART_NAN", "(__builtin_nan(\"\"))"},
    {"CUDART_NAN_F", "(__builtin_nanf(\"\"))"},
    {"CUDART_PI", "3.1415926535897931"},
    {"CUDART_PI_F", "3.141592654f"},
    {"CUDART_VERSION", "12000"},
    {"CUDA_VERSION", "12000"},
    {"DBL_EPSILON", "2.2204460492503131e-16"},
    {"DBL_MAX", "1.7976931348623157e+308"},
    {"DBL_MIN", "2.2250738585072014e-308"},
    {"FLT_EPSILON", "1.19209290e-7f"},
    {"FLT_MAX", "3.40282347e+38f"},
    {"FLT_MIN", "1.17549435e-38f"},
    {"HUGE_VAL", "(__builtin_huge_val())"},
    {"HUGE_VALF", "(__builtin_huge_valf())"},
    {"INFINITY", "(__builtin_huge_valf())"},
    {"INT16_MAX", "32767"},
    {"INT16_MIN", "(-32768)"},
    {"INT32_MAX", "2147483647"},
    {"INT32_MIN", "(-2147483647 - 1)"},
    {"INT64_MAX", "9223372036854775807L"},
    {"INT64_MIN", "(-9223372036854775807L - 1)"},
    {"INT8_MAX", "127"},
    {"INT8_MIN", "(-128)"},
    {"INT_MAX", "2147483647"},
    {"INT_MIN", "(-2147483647 - 1)"},
    {"LLONG_MAX", "9223372036854775807LL"},
    {"LLONG_MIN", "(-9223372036854775807LL - 1)"},
    {"LONG_MAX", "9223372036854775807L"},
    {"LONG_MIN", "(-9223372036854775807L - 1)"},
    {"M_1_PI", "0.31830988618379067154"},
    {"M_2_PI", "0.63661977236758134308"},
    {"M_E", "2.7182818284590452354"},
    {"M_LN10", "2.30258509299404568402"},
    {"M_LN2", "0.69314718055994530942"},
    {"M_LOG10E", "0.43429448190325182765"},
    {"M_LOG2E", "1.4426950408889634074"},
    {"M_PI", "3.14159265358979323846"},
    {"M_PI_2", "1.57079632679489661923"},
    {"M_PI_4", "0.78539816339744830962"},
    {"M_SQRT1_2", "0.70710678118654752440"},
    {"M_SQRT2", "1.41421356237309504880"},
    {"NAN", "(__builtin_nanf(\"\"))"},
    {"NULL", "nullptr"},
    {"SCHAR_MAX", "127"},
    {"SCHAR_MIN", "(-128)"},
    {"SHRT_MAX", "32767"},
    {"SHRT_MIN", "(-32768)"},
    {"SIZE_MAX", "18446744073709551615UL"},
    {"UCHAR_MAX", "255"},
    {"UINT16_MAX", "65535"},
    {"UINT32_MAX", "4294967295U"},
    {"UINT64_MAX", "18446744073709551615UL"},
    {"UINT8_MAX", "255"},
    {"UINT_MAX", "4294967295U"},
    {"ULLONG_MAX", "18446744073709551615ULL"},
    {"ULONG_MAX", "18446744073709551615UL"},
    {"USHRT_MAX", "65535"},
    {"__CUDACC_VER_MAJOR__", "12"},
    {"__CUDACC_VER_MINOR__", "0"},
    {"__CUDACC__", "1"},
    {"__CUDA_ARCH_FEAT_SM90_ALL", "1"},
    {"__CUDA_ARCH__", "900"},
    {"__NVCC__", "1"},
    {"__STDC__", "1"},
    {"__cplusplus", "201703L"},
    {"__linux__", "1"},
    {"__x86_64__", "1"},
};

// Sorted by name too. Headers of CUDA whose names semantic analysis knows, and those of the C and C++
// libraries, which device code takes numbers and functions from and host code all the rest.
constexpr std::string_view kHeaders[] = {
    "algorithm",
    "array",
    "assert.h",
    "atomic",
    "bit",
    "bitset",
    "builtin_types.h",
    "cassert",
    "cctype",
    "cfloat",
    "channel_descriptor.h",
    "chrono",
    "climits",
    "cmath",
    "common_functions.h",
    "complex",
    "concepts",
    "cooperative_groups.h",
    "cooperative_groups/memcpy_async.h",
    "cooperative_groups/reduce.h",
    "cooperative_groups/scan.h",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "cuda.h",
    "cuda_bf16.h",
    "cuda_device_runtime_api.h",
    "cuda_fp16.h",
    "cuda_fp8.h",
    "cuda_pipeline.h",
    "cuda_pipeline_primitives.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "deque",
    "device_atomic_functions.h",
    "device_double_functions.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "device_types.h",
    "exception",
    "execution",
    "float.h",
    "fstream",
    "functional",
    "host_config.h",
    "host_defines.h",
    "initializer_list",
    "inttypes.h",
    "iomanip",
    "ios",
    "iostream",
    "iterator",
    "library_types.h",
    "limits",
    "limits.h",
    "list",
    "locale",
    "map",
    "math.h",
    "math_constants.h",
    "math_functions.h",
    "memory",
    "mma.h",
    "mutex",
    "new",
    "numeric",
    "optional",
    "ostream",
    "queue",
    "random",
    "ratio",
    "regex",
    "set",
    "sm_20_intrinsics.h",
    "sm_30_intrinsics.h",
    "span",
    "sstream",
    "stack",
    "stdarg.h",
    "stdbool.h",
    "stddef.h",
    "stdexcept",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string",
    "string.h",
    "string_view",
    "surface_types.h",
    "sys/time.h",
    "thread",
    "time.h",
    "tuple",
    "type_traits",
    "unistd.h",
    "unordered_map",
    "unordered_set",
    "utility",
    "variant",
    "vector",
    "vector_functions.h",
    "vector_functions.hpp",
    "vector_types.h",
};

/// The names, numbered in the order of kPredefined.
struct PredefinedNames {
  Symbols table;
  uint32_t first = table.size();

  PredefinedNames() {
    for (const Predefined& predefined : kPredefined) table.intern(predefined.name);
  }
};

} // namespace

bool findPredefined(const Symbols& symbols, uint32_t symbol, std::string_view& body, BuiltinMacro& builtin) {
  static const PredefinedNames names;
  const uint32_t name = names.table.find(symbols, symbol);
  if (name < names.first) return false;
  const Predefined& found = kPredefined[name - names.first];
  body = found.body;
  builtin = found.builtin;
  return true;
}

bool isKnownHeader(std::string_view name) {
  // Parts of the runtime's own headers, and libraries that only the host calls.
  constexpr std::string_view kBeginnings[] = {"cublas",
                                              "cuda/",
                                              "cudnn",
                                              "cufft",
                                              "cupti",
                                              "curand.h",
                                              "cusolver",
                                              "cusparse",
                                              "crt/",
                                              "helper_cuda",
                                              "helper_functions",
                                              "helper_image",
                                              "helper_string",
                                              "helper_timer",
                                              "nccl",
                                              "npp",
                                              "nvToolsExt",
                                              "nvml",
                                              "nvrtc",
                                              "nvtx3/"};
  return std::binary_search(std::begin(kHeaders), std::end(kHeaders), name) || findKnownHeader(name) ||
         std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](std::string_view begin) { return name.substr(0, begin.size()) == begin; });
}

} // namespace banklab::lang
