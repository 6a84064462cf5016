// Open-addressing hash table in shared memory: insert with compare-and-swap, count, dump; linear probing.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

namespace table {
using Key = uint32_t;
using Value = uint32_t;

struct KeyValue { Key key; Value value; };

constexpr Key kEmpty = 0xffffffff;
constexpr uint32_t kCapacity = 1024;

__device__ __host__ constexpr uint32_t murmur(uint32_t k) {
  k ^= k >> 16;
  k *= 0x85ebca6b;
  k ^= k >> 13;
  k *= 0xc2b2ae35;
  k ^= k >> 16;
  return k;
}

__device__ uint32_t slotOf(KeyValue* slots, Key key) {
  uint32_t slot = murmur(key) & (kCapacity - 1);
  for (;;) {
    const Key previous = atomicCAS(&slots[slot].key, kEmpty, key);
    if (previous == kEmpty || previous == key) return slot;
    slot = (slot + 1) & (kCapacity - 1);
  }
}

__global__ void countKeys(const Key* keys, int n, KeyValue* out, int* outCount) {
  __shared__ KeyValue slots[kCapacity];
  __shared__ int used;
  for (int i = threadIdx.x; i < kCapacity; i += blockDim.x) slots[i] = {kEmpty, 0};
  if (!threadIdx.x) used = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const uint32_t s = slotOf(slots, keys[i] % 300);
    atomicAdd(&slots[s].value, 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kCapacity; i += blockDim.x) {
    if (slots[i].key == kEmpty) continue;
    const int at = atomicAdd(&used, 1);
    out[at] = slots[i];
  }
  __syncthreads();
  if (threadIdx.x == 0) *outCount = used;
}

// 64-bit keys and values swapped at once.
__global__ void insertPacked(const unsigned long long* pairs, unsigned long long* table, int n) {
  __shared__ unsigned long long local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = ~0ull;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned long long item = pairs[i];
    unsigned slot = static_cast<unsigned>(item ^ (item >> 32)) % 256u;
    int probes = 0;
    while (item != ~0ull && probes++ < 256) {
      item = atomicExch(&local[slot], item);
      slot = (slot + 1) % 256;
    }
  }
  __syncthreads();
  for (int j = threadIdx.x; j < 256; j += blockDim.x)
    if (local[j] != ~0ull) atomicMin(&table[j], local[j]);
}

class Device {
 public:
  explicit Device(size_t n) { cudaMalloc(&p_, n); }
  ~Device() { cudaFree(p_); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  template <class T> T* as() const { return static_cast<T*>(p_); }

 private:
  void* p_ = nullptr;
};
}  // namespace table

int main() {
  const int n = 2048;
  table::Device keys(n * 4), out(n * 8), count(4), pairs(n * 8), packed(256 * 8);
  table::countKeys<<<1, 256>>>(keys.as<table::Key>(), n, out.as<table::KeyValue>(), count.as<int>());
  table::insertPacked<<<1, 128>>>(pairs.as<unsigned long long>(), packed.as<unsigned long long>(), 100);
  int used = 0;
  cudaMemcpy(&used, count.as<int>(), sizeof used, cudaMemcpyDeviceToHost);
  printf("%d distinct\n", used);
}
