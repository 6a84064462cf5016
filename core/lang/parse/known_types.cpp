#include "lang/parse/parser.hpp"

namespace banklab::lang {
namespace {

// Sorted. Vector types (float1 … float4 and their like) are told by their form.
constexpr std::string_view kTypes[] = {
    "FILE",
    "__half",
    "__half2",
    "__half2_raw",
    "__half_raw",
    "__nv_bfloat16",
    "__nv_bfloat162",
    "__nv_fp8_e4m3",
    "__nv_fp8_e5m2",
    "bfloat16",
    "clock_t",
    "cudaArray_t",
    "cudaDeviceProp",
    "cudaError_t",
    "cudaEvent_t",
    "cudaStream_t",
    "cudaSurfaceObject_t",
    "cudaTextureObject_t",
    "dim3",
    "half",
    "half2",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "int_fast16_t",
    "int_fast32_t",
    "int_fast64_t",
    "int_fast8_t",
    "int_least16_t",
    "int_least32_t",
    "int_least64_t",
    "int_least8_t",
    "intmax_t",
    "intptr_t",
    "nv_bfloat16",
    "nv_bfloat162",
    "ptrdiff_t",
    "size_t",
    "ssize_t",
    "uchar",
    "uint",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "uint_fast16_t",
    "uint_fast32_t",
    "uint_fast64_t",
    "uint_fast8_t",
    "uint_least16_t",
    "uint_least32_t",
    "uint_least64_t",
    "uint_least8_t",
    "uintmax_t",
    "uintptr_t",
    "ulong",
    "ushort",
};

constexpr std::string_view kElements[] = {"char",  "double", "float", "int",   "long",      "longlong",
                                          "short", "uchar",  "uint",  "ulong", "ulonglong", "ushort"};

} // namespace

bool isKnownTypeName(std::string_view name) {
  if (std::binary_search(std::begin(kTypes), std::end(kTypes), name)) return true;
  if (name.empty() || name.back() < '1' || name.back() > '4') return false;
  name.remove_suffix(1);
  return std::binary_search(std::begin(kElements), std::end(kElements), name);
}

} // namespace banklab::lang
