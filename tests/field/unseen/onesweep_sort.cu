// One-sweep radix sort: each tile ranks its keys, learns the counts of all earlier tiles by looking back, and scatters
// in the same pass over memory. 8 bits a pass, four passes over 32-bit keys.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <cuda_runtime.h>

namespace onesweep {

constexpr int kRadixBits = 8;
constexpr int kRadix = 1 << kRadixBits;
constexpr int kThreads = 256;
constexpr int kItems = 8;
constexpr int kTile = kThreads * kItems;
constexpr int kWarps = kThreads / 32;

enum class Status : uint32_t { kEmpty = 0u, kAggregate = 1u << 30, kPrefix = 2u << 30 };
constexpr uint32_t kStatusMask = 3u << 30;
constexpr uint32_t kValueMask = ~kStatusMask;

struct TileStorage {
  union {
    uint32_t warp_hist[kWarps][kRadix];
    uint32_t keys[kTile];
  };
  uint32_t digit_base[kRadix];
  uint32_t scan[kWarps];
  uint32_t tile_id;
};

__device__ __forceinline__ uint32_t digit_of(uint32_t key, int shift) { return (key >> shift) & (kRadix - 1); }

__device__ __forceinline__ uint32_t lanemask_lt() {
  uint32_t mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}

__device__ __forceinline__ void store_status(uint32_t* slot, Status status, uint32_t value) {
  *reinterpret_cast<volatile uint32_t*>(slot) = static_cast<uint32_t>(status) | value;
}

__device__ uint32_t look_back(const uint32_t* status, int tile, int digit) {
  uint32_t sum = 0;
  for (int previous = tile - 1; previous >= 0;) {
    const uint32_t word = *const_cast<const volatile uint32_t*>(status + previous * kRadix + digit);
    const uint32_t flag = word & kStatusMask;
    if (flag == static_cast<uint32_t>(Status::kEmpty)) continue;
    sum += word & kValueMask;
    if (flag == static_cast<uint32_t>(Status::kPrefix)) break;
    --previous;
  }
  return sum;
}

__global__ void __launch_bounds__(kThreads) digit_histogram(const uint32_t* __restrict__ keys, uint32_t* hist, int n) {
  __shared__ uint32_t local[4][kRadix];
  for (int i = threadIdx.x; i < 4 * kRadix; i += blockDim.x) (&local[0][0])[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const uint32_t key = keys[i];
#pragma unroll
    for (int pass = 0; pass < 4; ++pass) atomicAdd(&local[pass][digit_of(key, pass * kRadixBits)], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 4 * kRadix; i += blockDim.x)
    if (const uint32_t count = (&local[0][0])[i]; count != 0) atomicAdd(hist + i, count);
}

__global__ void scan_histogram(uint32_t* hist) {
  __shared__ uint32_t sums[kRadix];
  uint32_t* row = hist + blockIdx.x * kRadix;
  const uint32_t mine = row[threadIdx.x];
  sums[threadIdx.x] = mine;
  for (int offset = 1; offset < kRadix; offset <<= 1) {
    __syncthreads();
    const uint32_t left = threadIdx.x >= offset ? sums[threadIdx.x - offset] : 0u;
    __syncthreads();
    sums[threadIdx.x] += left;
  }
  row[threadIdx.x] = sums[threadIdx.x] - mine;
}

__global__ void __launch_bounds__(kThreads)
    onesweep_pass(const uint32_t* __restrict__ in, uint32_t* __restrict__ out, const uint32_t* __restrict__ bases,
                  uint32_t* status, uint32_t* ticket, int n, int shift) {
  __shared__ TileStorage s;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

  if (threadIdx.x == 0) s.tile_id = atomicAdd(ticket, 1u);
  for (int i = threadIdx.x; i < kWarps * kRadix; i += kThreads) (&s.warp_hist[0][0])[i] = 0;
  __syncthreads();
  const int tile = static_cast<int>(s.tile_id);

  uint32_t key[kItems];
  uint16_t rank[kItems];
  const int first = tile * kTile + warp * (32 * kItems) + lane;
#pragma unroll
  for (int i = 0; i < kItems; ++i) key[i] = first + i * 32 < n ? in[first + i * 32] : 0xffffffffu;

#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const uint32_t digit = digit_of(key[i], shift);
    const uint32_t peers = __match_any_sync(0xffffffffu, digit);
    const int leader = 31 - __clz(peers);
    uint32_t before = 0;
    if (lane == leader) {
      before = s.warp_hist[warp][digit];
      s.warp_hist[warp][digit] = before + __popc(peers);
    }
    before = __shfl_sync(0xffffffffu, before, leader);
    rank[i] = static_cast<uint16_t>(before + __popc(peers & lanemask_lt()));
    __syncwarp();
  }
  __syncthreads();

  // A thread a digit: the warps' counts become offsets, the total goes out for the tiles behind this one.
  uint32_t total = 0;
#pragma unroll
  for (int w = 0; w < kWarps; ++w) {
    const uint32_t count = s.warp_hist[w][threadIdx.x];
    s.warp_hist[w][threadIdx.x] = total;
    total += count;
  }
  uint32_t* slot = status + tile * kRadix + threadIdx.x;
  store_status(slot, tile == 0 ? Status::kPrefix : Status::kAggregate, total);

  uint32_t inclusive = total;
#pragma unroll
  for (int offset = 1; offset < 32; offset *= 2) {
    const uint32_t up = __shfl_up_sync(0xffffffffu, inclusive, offset);
    if (lane >= offset) inclusive += up;
  }
  if (lane == 31) s.scan[warp] = inclusive;
  __syncthreads();
  if (warp == 0 && lane < kWarps) {
    uint32_t value = s.scan[lane];
    for (int offset = 1; offset < kWarps; offset *= 2) {
      const uint32_t up = __shfl_up_sync((1u << kWarps) - 1u, value, offset);
      if (lane >= offset) value += up;
    }
    s.scan[lane] = value;
  }
  __syncthreads();
  const uint32_t exclusive = inclusive - total + (warp > 0 ? s.scan[warp - 1] : 0u);

  const uint32_t earlier = look_back(status, tile, threadIdx.x);
  if (tile != 0) {
    __threadfence();
    store_status(slot, Status::kPrefix, earlier + total);
  }
  s.digit_base[threadIdx.x] = bases[threadIdx.x] + earlier - exclusive;

  uint32_t place[kItems];
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const uint32_t digit = digit_of(key[i], shift);
    place[i] = rank[i] + s.warp_hist[warp][digit] + __shfl_sync(0xffffffffu, 0u, 0);
  }
  __syncthreads();
  uint32_t* base_of_digit = s.keys;  // the counts are done with: the same bytes hold the digits' starts for a moment
  base_of_digit[threadIdx.x] = exclusive;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kItems; ++i) place[i] += base_of_digit[digit_of(key[i], shift)];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kItems; ++i) s.keys[place[i]] = key[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const int at = threadIdx.x + i * kThreads;
    const uint32_t k = s.keys[at];
    const uint32_t to = s.digit_base[digit_of(k, shift)] + at;
    if (to < static_cast<uint32_t>(n)) out[to] = k;
  }
}

class Sorter {
 public:
  explicit Sorter(int n) : n_(n), tiles_((n + kTile - 1) / kTile) {
    cudaMalloc(&hist_, 4 * kRadix * sizeof(uint32_t));
    cudaMalloc(&status_, static_cast<size_t>(tiles_) * kRadix * sizeof(uint32_t));
    cudaMalloc(&ticket_, sizeof(uint32_t));
  }
  ~Sorter() {
    cudaFree(hist_);
    cudaFree(status_);
    cudaFree(ticket_);
  }
  Sorter(const Sorter&) = delete;
  Sorter& operator=(const Sorter&) = delete;

  void sort(uint32_t* keys, uint32_t* other, cudaStream_t stream = nullptr) {
    cudaMemsetAsync(hist_, 0, 4 * kRadix * sizeof(uint32_t), stream);
    digit_histogram<<<std::min(tiles_, 1024), kThreads, 0, stream>>>(keys, hist_, n_);
    scan_histogram<<<4, kRadix, 0, stream>>>(hist_);
    for (int pass = 0; pass < 4; ++pass) {
      cudaMemsetAsync(status_, 0, static_cast<size_t>(tiles_) * kRadix * sizeof(uint32_t), stream);
      cudaMemsetAsync(ticket_, 0, sizeof(uint32_t), stream);
      onesweep_pass<<<tiles_, kThreads, 0, stream>>>(keys, other, hist_ + pass * kRadix, status_, ticket_, n_,
                                                     pass * kRadixBits);
      std::swap(keys, other);
    }
  }

 private:
  int n_, tiles_;
  uint32_t* hist_ = nullptr;
  uint32_t* status_ = nullptr;
  uint32_t* ticket_ = nullptr;
};

}  // namespace onesweep

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1 << 16;
  std::vector<uint32_t> host(n);
  std::mt19937 generator(7);
  for (auto& key : host) key = generator();
  uint32_t *a, *b;
  cudaMalloc(&a, n * sizeof(uint32_t));
  cudaMalloc(&b, n * sizeof(uint32_t));
  cudaMemcpy(a, host.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
  onesweep::Sorter sorter(n);
  sorter.sort(a, b);
  std::vector<uint32_t> sorted(n);
  cudaMemcpy(sorted.data(), a, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  std::sort(host.begin(), host.end());
  std::printf("%s\n", host == sorted ? "sorted" : "WRONG");
  return host == sorted ? EXIT_SUCCESS : EXIT_FAILURE;
}
