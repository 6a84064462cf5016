// Issues warp requests to shared memory, to be counted by a profiler: measure.py runs it and reads the counters.
//
//   issue REQUESTS        each line: op, active mask (hexadecimal), 32 byte offsets, separated by spaces
//   issue --list          of each op the name, the bytes per lane, and how many requests a launch holds
//
// One launch holds up to three requests of one op, issued 1, 128 and 16,384 times: none takes 128 wavefronts, so
// that one reading of a counter is three numbers to the base of 128. What the assembler makes a loop of a load
// and a compare-and-swap may take more: such a launch holds one request, issued once.

#include "ops.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr int kWarp = 32;
constexpr int kPacked = 3;
constexpr int kSharedBytes = 48 * 1024;

struct Op {
  const char* name;
  int bytes;
};
constexpr Op kOps[] = {
#define X(name, bytes, assembly) {name, bytes},
    LOADS(X) STORES(X) ATOMICS(X)
#undef X
};
constexpr int kOpCount = sizeof(kOps) / sizeof(kOps[0]);

/// Whether the assembler makes a loop of it: floating-point sums, and all that is 64 bits wide but an exchange
/// or a compare-and-swap.
bool isLoop(const char* name) {
  const bool updates = std::strncmp(name, "atom.", 5) == 0 || std::strncmp(name, "red.", 4) == 0;
  const bool swaps = std::strstr(name, "exch") || std::strstr(name, "cas");
  return updates && !swaps && (std::strstr(name, "64") || std::strstr(name, "f16") || std::strstr(name, "f32"));
}

struct Request {
  uint32_t mask, offsets[kWarp];
};

template <int op>
__device__ void issueOne(uint32_t address, uint32_t (&v)[4]);

// An op's number is its place in the list.
enum {
  kFirst = __COUNTER__,
};
#define X(name, bytes, assembly)                                                                             \
  template <>                                                                                                \
  __device__ inline void issueOne<__COUNTER__ - kFirst - 1>(uint32_t address, uint32_t(&v)[4]) {             \
    asm volatile(assembly                                                                                    \
                 : "+r"(address), "+r"(v[0]), "+r"(v[1]), "+r"(v[2]), "+r"(v[3])                             \
                 :                                                                                           \
                 : "memory");                                                                                \
  }
LOADS(X) STORES(X) ATOMICS(X)
#undef X

/// Whether a name holds a word; for compile time.
__host__ __device__ constexpr bool has(const char* name, const char* word) {
  for (; *name; ++name) {
    int i = 0;
    while (word[i] && name[i] == word[i]) ++i;
    if (!word[i]) return true;
  }
  return false;
}

/// What an update of 32 bits, or the upper half of one of 64, adds: 1 of its type, or another bit for each lane.
/// An update that changed nothing would let another lane's swap succeed in the same round of a loop.
template <int op>
__device__ uint32_t operandOf(uint32_t lane) {
  constexpr bool bf16 = has(kOps[op].name, "bf16"), f16 = has(kOps[op].name, "f16");
  constexpr bool f32 = has(kOps[op].name, "f32"), f64 = has(kOps[op].name, "f64");
  constexpr bool isAnd = has(kOps[op].name, "and");
  if constexpr (bf16) return 0x3f803f80u;
  if constexpr (f16 && !bf16) return 0x3c003c00u;
  if constexpr (f32) return 0x3f800000u;
  if constexpr (f64) return 0x3ff00000u;
  return isAnd ? ~(1u << lane) : 1u << lane;
}

template <int op>
__global__ void issue(const Request* requests, const int* times, uint32_t* sink) {
  extern __shared__ __align__(128) char shared[];
  const uint32_t base = static_cast<uint32_t>(__cvta_generic_to_shared(shared));
  const uint32_t lane = threadIdx.x;
  constexpr bool isUpdate = has(kOps[op].name, "atom.") || has(kOps[op].name, "red.");
  constexpr bool isAnd = has(kOps[op].name, "and");
  if constexpr (isUpdate) { // stores count apart from updates
    for (uint32_t i = lane; i < kSharedBytes / 4; i += kWarp)
      reinterpret_cast<volatile uint32_t*>(shared)[i] = isAnd ? ~0u : 0u;
    __syncwarp();
  }
  uint32_t v[4] = {lane, operandOf<op>(lane), 0, operandOf<op>(lane)};
#pragma unroll 1
  for (int p = 0; p < kPacked; ++p) {
    const uint32_t address = base + requests[p].offsets[lane];
    const int n = times[p];
    if (requests[p].mask >> lane & 1) {
#pragma unroll 1
      for (int i = 0; i < n; ++i) issueOne<op>(address, v);
    }
    __syncwarp();
  }
  sink[lane] = v[0] ^ v[1] ^ v[2] ^ v[3];
}

using Kernel = void (*)(const Request*, const int*, uint32_t*);
template <int op>
void fill(Kernel* kernels) {
  if constexpr (op < kOpCount) {
    kernels[op] = issue<op>;
    fill<op + 1>(kernels);
  }
}

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "issue: %s\n", cudaGetErrorString(status));
  std::exit(1);
}

int find(const char* name) {
  for (int i = 0; i < kOpCount; ++i)
    if (std::strcmp(kOps[i].name, name) == 0) return i;
  std::fprintf(stderr, "issue: unknown op '%s'\n", name);
  std::exit(2);
}

} // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "--list") == 0) {
    for (const Op& op : kOps) std::printf("%s %d %d\n", op.name, op.bytes, isLoop(op.name) ? 1 : kPacked);
    return 0;
  }
  std::FILE* file = count == 2 ? std::fopen(arguments[1], "r") : nullptr;
  if (!file) {
    std::fprintf(stderr, "usage: issue REQUESTS | --list\n");
    return 2;
  }
  Kernel kernels[kOpCount];
  fill<0>(kernels);

  Request* requests;
  int* times;
  uint32_t* sink;
  check(cudaMallocManaged(&requests, kPacked * sizeof(Request)));
  check(cudaMallocManaged(&times, kPacked * sizeof(int)));
  check(cudaMalloc(&sink, kWarp * sizeof(uint32_t)));

  int op = -1, packed = 0;
  const auto launch = [&] {
    if (packed == 0) return;
    for (int p = packed; p < kPacked; ++p) times[p] = 0;
    kernels[op]<<<1, kWarp, kSharedBytes>>>(requests, times, sink);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    packed = 0;
  };
  char name[64];
  Request request;
  while (std::fscanf(file, "%63s %x", name, &request.mask) == 2) {
    for (uint32_t& offset : request.offsets)
      if (std::fscanf(file, "%u", &offset) != 1) return 2;
    const int next = find(name);
    if (next != op || packed == (isLoop(name) ? 1 : kPacked)) launch();
    op = next;
    constexpr int kTimes[] = {1, 128, 128 * 128};
    times[packed] = kTimes[packed];
    requests[packed++] = request;
  }
  launch();
  return 0;
}
