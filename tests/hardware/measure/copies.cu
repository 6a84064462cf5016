// Issues asynchronous copies from global to shared memory, to be counted by a profiler: copies.py runs it and reads
// the counters.
//
//   copies REQUESTS      each line: op, active mask (hexadecimal), 32 byte offsets in shared memory, 32 in global
//
// Each launch is one request of one warp. What it copies lies in the first-level cache already, since the data that
// come from farther away may arrive apart.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kWarp = 32;
constexpr int kSharedBytes = 48 * 1024;
constexpr int kGlobalBytes = 1 << 20;

struct Request {
  uint32_t mask, shared[kWarp], global[kWarp];
};

#define COPIES(X)                                                                                            \
  X("cp.async.ca.b32", "cp.async.ca.shared.global [%0], [%1], 4;")                                           \
  X("cp.async.ca.b64", "cp.async.ca.shared.global [%0], [%1], 8;")                                           \
  X("cp.async.ca.b128", "cp.async.ca.shared.global [%0], [%1], 16;")                                         \
  X("cp.async.cg.b128", "cp.async.cg.shared.global [%0], [%1], 16;")

template <int op>
__device__ void issueOne(uint32_t to, const char* from);
enum { kFirst = __COUNTER__ };
#define X(name, assembly)                                                                                    \
  template <>                                                                                                \
  __device__ inline void issueOne<__COUNTER__ - kFirst - 1>(uint32_t to, const char* from) {                 \
    asm volatile(assembly " cp.async.wait_all;" ::"r"(to), "l"(from) : "memory");                            \
  }
COPIES(X)
#undef X

template <int op>
__global__ void copy(Request request, const char* data, uint32_t* sink) {
  extern __shared__ __align__(128) char shared[];
  const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(shared));
  const uint32_t lane = threadIdx.x;
  const char* from = data + request.global[lane];
  uint32_t cached;
  asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(cached) : "l"(from));
  __syncthreads();
  if (request.mask >> lane & 1) issueOne<op>(base + request.shared[lane], from);
  sink[lane] = cached;
}

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "copies: %s\n", cudaGetErrorString(status));
  std::exit(1);
}

} // namespace

int main(int count, char** arguments) {
  std::FILE* file = count == 2 ? std::fopen(arguments[1], "r") : nullptr;
  if (!file) {
    std::fprintf(stderr, "usage: copies REQUESTS\n");
    return 2;
  }
  const char* const names[] = {
#define X(name, assembly) name,
      COPIES(X)
#undef X
  };
  void (*const kernels[])(Request, const char*, uint32_t*) = {copy<0>, copy<1>, copy<2>, copy<3>};
  char* data;
  uint32_t* sink;
  check(cudaMalloc(&data, kGlobalBytes));
  check(cudaMemset(data, 1, kGlobalBytes));
  check(cudaMalloc(&sink, kWarp * sizeof(uint32_t)));
  char name[64];
  Request request;
  while (std::fscanf(file, "%63s %x", name, &request.mask) == 2) {
    for (uint32_t& offset : request.shared)
      if (std::fscanf(file, "%u", &offset) != 1) return 2;
    for (uint32_t& offset : request.global)
      if (std::fscanf(file, "%u", &offset) != 1) return 2;
    int op = 0;
    while (op < 4 && std::strcmp(names[op], name) != 0) ++op;
    if (op == 4) {
      std::fprintf(stderr, "copies: unknown op '%s'\n", name);
      return 2;
    }
    kernels[op]<<<1, kWarp, kSharedBytes>>>(request, data, sink);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
  }
  return 0;
}
