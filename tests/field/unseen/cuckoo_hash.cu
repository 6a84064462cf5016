// Cuckoo hash table: bucketed, warp-cooperative build in shared memory, then spilled to global memory.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <iostream>
#include <limits>
#include <optional>
#include <random>
#include <unordered_set>
#include <vector>

namespace cg = cooperative_groups;

namespace cuckoo {

using Key = std::uint32_t;
using Value = std::uint32_t;
using Slot = unsigned long long;

static constexpr Slot kEmptySlot = std::numeric_limits<Slot>::max();
static constexpr std::uint32_t kPrime = 4294967291u;

union Entry {
  Slot raw;
  struct {
    Key key;
    Value value;
  };
};

struct HashConstants {
  std::uint32_t a[4], b[4];
};

__host__ __device__ constexpr std::uint32_t hash(std::uint32_t a, std::uint32_t b, Key k) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(a) * k + b) % kPrime);
}

template <int kSlots, int kWays>
struct SharedTable {
  Slot slots[kSlots];
  unsigned int failures;
  int count;

  __device__ void clear(cg::thread_block block) {
    for (unsigned i = block.thread_rank(); i < kSlots; i += block.size()) slots[i] = kEmptySlot;
    if (block.thread_rank() == 0) failures = 0u, count = 0;
    block.sync();
  }
  static __device__ int place(const HashConstants& c, int way, Key key) {
    constexpr int kSub = kSlots / kWays;
    return way * kSub + static_cast<int>(hash(c.a[way], c.b[way], key) % kSub);
  }
  __device__ bool insert(const HashConstants& c, Key key, Value value) {
    Entry e;
    e.key = key;
    e.value = value;
    int way = 0;
    for (int tries = 0; tries < 64; ++tries) {
      const int at = place(c, way, e.key);
      e.raw = atomicExch(&slots[at], e.raw);
      if (e.raw == kEmptySlot) return true;
      way = (way + 1) % kWays;
    }
    return false;
  }
  __device__ bool find(const HashConstants& c, Key key, Value* out) const {
#pragma unroll
    for (int way = 0; way < kWays; ++way) {
      Entry e;
      e.raw = slots[place(c, way, key)];
      if (e.raw != kEmptySlot && e.key == key) {
        *out = e.value;
        return true;
      }
    }
    return false;
  }
};

template <int kSlots, int kWays, int kThreads>
__global__ void __launch_bounds__(kThreads)
build(const Key* __restrict__ keys, const Value* __restrict__ values, int per_block, HashConstants constants,
      Slot* __restrict__ table, unsigned* __restrict__ failed) {
  __shared__ SharedTable<kSlots, kWays> t;
  auto block = cg::this_thread_block();
  t.clear(block);
  const int base = blockIdx.x * per_block;
  for (int i = block.thread_rank(); i < per_block; i += kThreads) {
    const bool done = t.insert(constants, keys[base + i], values[base + i]);
    auto active = cg::coalesced_threads();
    const unsigned lost = __popc(active.ballot(!done));
    if (active.thread_rank() == 0) {
      if (lost) atomicAdd(&t.failures, lost);
      atomicAdd(&t.count, static_cast<int>(active.size()));
    }
  }
  cg::sync(block);
  for (int i = threadIdx.x; i < kSlots; i += kThreads) table[blockIdx.x * kSlots + i] = t.slots[i];
  if (threadIdx.x == 0) failed[blockIdx.x] = t.failures;
}

template <int kSlots, int kWays>
__global__ void query(const Key* keys, Value* results, int per_block, const Slot* table,
                      const __grid_constant__ HashConstants constants) {
  extern __shared__ Slot storage[];
  auto* t = reinterpret_cast<SharedTable<kSlots, kWays>*>(storage);
  for (int i = threadIdx.x; i < kSlots; i += blockDim.x) t->slots[i] = table[blockIdx.x * kSlots + i];
  __syncthreads();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x) {
    Value v = ~Value{0};
    t->find(constants, keys[blockIdx.x * per_block + i], &v);
    results[blockIdx.x * per_block + i] = v;
  }
}

}  // namespace cuckoo

int main() {
  using namespace cuckoo;
  constexpr int kSlots = 1024, kWays = 4, kThreads = 256;
  constexpr int blocks = 8, perBlock = 700;
  std::mt19937 rng{42};
  HashConstants constants{};
  for (int w = 0; w < 4; ++w) {
    constants.a[w] = rng() | 1u;
    constants.b[w] = rng();
  }
  std::unordered_set<Key> unique;
  while (unique.size() < blocks * perBlock) unique.insert(rng());
  std::vector<Key> keys(unique.begin(), unique.end());
  Key* dKeys;
  Value *dValues, *dResults;
  Slot* dTable;
  unsigned* dFailed;
  cudaMalloc(&dKeys, keys.size() * sizeof(Key));
  cudaMalloc(&dValues, keys.size() * sizeof(Value));
  cudaMalloc(&dResults, keys.size() * sizeof(Value));
  cudaMalloc(&dTable, sizeof(Slot) * kSlots * blocks);
  cudaMalloc(&dFailed, sizeof(unsigned) * blocks);
  cudaMemcpy(dKeys, keys.data(), keys.size() * sizeof(Key), cudaMemcpyHostToDevice);

  build<kSlots, kWays, kThreads><<<blocks, kThreads>>>(dKeys, dValues, perBlock, constants, dTable, dFailed);
  const auto bytes = sizeof(SharedTable<kSlots, kWays>);
  query<kSlots, kWays><<<blocks, 128, bytes>>>(dKeys, dResults, perBlock, dTable, constants);
  const cudaError_t status = cudaDeviceSynchronize();
  std::cout << cudaGetErrorString(status) << std::endl;
  return status == cudaSuccess ? 0 : -1;
}
