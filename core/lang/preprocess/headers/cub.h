// cub's warp and block reductions and scans, with the accesses to their temporary storage as cub 3 (CUDA 13) makes them: what a
// warp does by itself it does with shuffles, which touch no shared memory.
// Included as: cub/cub.cuh, cub/block/block_load.cuh, cub/block/block_store.cuh, cub/block/block_reduce.cuh, cub/block/block_scan.cuh, cub/warp/warp_reduce.cuh, cub/warp/warp_scan.cuh
// Taken in for: cub
#include <cooperative_groups.h>
#include <cuda/functional>
namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

using Sum = std::plus<>;
using Max = cuda::maximum<>;
using Min = cuda::minimum<>;

namespace details {

struct Empty {};
constexpr int kWarp = 32;
__device__ constexpr int ceilDivide(int a, int b) { return (a + b - 1) / b; }
__device__ constexpr bool isPowerOfTwo(int n) { return (n & (n - 1)) == 0; }
template <int X, int Y, int Z>
__device__ inline int rank() {
  return ((Z == 1 ? 0 : threadIdx.z * Y) + (Y == 1 ? 0 : threadIdx.y)) * X + threadIdx.x;
}
template <int N, typename T, typename Op>
__device__ inline T reduceItems(T (&items)[N], Op op) {
  T all = items[0];
  for (int i = 1; i < N; ++i) all = op(all, items[i]);
  return all;
}

} // namespace details

// ---- one warp, or a part of one

template <typename T, int Size = 32>
class WarpReduce {
  static_assert(Size >= 1 && Size <= 32, "a warp's reduction is of 1 to 32 threads");
  static_assert(details::isPowerOfTwo(Size),
                "where its size is no power of two, cub reduces through shared memory, which is not modelled; use a power of two");

public:
  using TempStorage = details::Empty;
  __device__ WarpReduce(TempStorage&) {}

  template <typename Op>
  __device__ T Reduce(T input, Op op, int valid = Size) {
    cooperative_groups::thread_block_tile<Size> tile;
    const int lane = tile.thread_rank();
    for (int delta = 1; delta < Size; delta *= 2) {
      const T other = tile.shfl_down(input, delta);
      if (lane + delta < valid) input = op(input, other);
    }
    return input;
  }
  __device__ T Sum(T input, int valid = Size) { return Reduce(input, std::plus<>(), valid); }
};

template <typename T, int Size = 32>
class WarpScan {
  static_assert(Size >= 1 && Size <= 32, "a warp's scan is of 1 to 32 threads");
  static_assert(details::isPowerOfTwo(Size),
                "where its size is no power of two, cub scans through shared memory, which is not modelled; use a power of two");

public:
  using TempStorage = details::Empty;
  __device__ WarpScan(TempStorage&) {}

  template <typename Op>
  __device__ void Scan(T input, T& inclusive, T& exclusive, Op op) {
    cooperative_groups::thread_block_tile<Size> tile;
    const int lane = tile.thread_rank();
    for (int delta = 1; delta < Size; delta *= 2) {
      const T other = tile.shfl_up(input, delta);
      if (lane >= delta) input = op(other, input);
    }
    inclusive = input;
    exclusive = tile.shfl_up(input, 1);
  }
  template <typename Op>
  __device__ void InclusiveScan(T input, T& inclusive, Op op) {
    T exclusive;
    Scan(input, inclusive, exclusive, op);
  }
  template <typename Op>
  __device__ void InclusiveScan(T input, T& inclusive, Op op, T& aggregate) {
    InclusiveScan(input, inclusive, op);
    aggregate = Broadcast(inclusive, Size - 1);
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& exclusive, Op op) {
    T inclusive;
    Scan(input, inclusive, exclusive, op);
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& exclusive, T initial, Op op) {
    T aggregate;
    ExclusiveScan(input, exclusive, initial, op, aggregate);
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& exclusive, T initial, Op op, T& aggregate) {
    T inclusive, before;
    Scan(input, inclusive, before, op);
    aggregate = Broadcast(inclusive, Size - 1);
    exclusive = cooperative_groups::thread_block_tile<Size>::thread_rank() == 0 ? initial : op(initial, before);
  }
  __device__ void InclusiveSum(T input, T& inclusive) { InclusiveScan(input, inclusive, std::plus<>()); }
  __device__ void InclusiveSum(T input, T& inclusive, T& aggregate) {
    InclusiveScan(input, inclusive, std::plus<>(), aggregate);
  }
  __device__ void ExclusiveSum(T input, T& exclusive) { ExclusiveScan(input, exclusive, T{}, std::plus<>()); }
  __device__ void ExclusiveSum(T input, T& exclusive, T& aggregate) {
    ExclusiveScan(input, exclusive, T{}, std::plus<>(), aggregate);
  }
  __device__ T Broadcast(T input, unsigned int lane) {
    return cooperative_groups::thread_block_tile<Size>::shfl(input, lane);
  }
};

// ---- a block's reduction: each warp reduces its own, its first lane leaves the result in shared memory, and behind a
// barrier the block's first thread adds those up.

template <typename T, int X, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
class BlockReduce {
  static constexpr int kThreads = X * Y * Z, kWarps = details::ceilDivide(kThreads, details::kWarp);
  static constexpr int kLanes = kThreads < details::kWarp ? kThreads : details::kWarp;
  static_assert(Algorithm == BLOCK_REDUCE_WARP_REDUCTIONS,
                "of cub's block reductions only BLOCK_REDUCE_WARP_REDUCTIONS, the default, is modelled");
  using Warp = WarpReduce<T, kLanes>;

public:
  struct TempStorage {
    typename Warp::TempStorage warps[kWarps];
    T aggregates[kWarps];
    T prefix;
  };
  __device__ BlockReduce(TempStorage& storage) : storage_(storage) {
    __banklab_note("the accesses to this storage are counted as cub 3 (CUDA 13) makes them; another version may differ");
  }

  template <typename Op>
  __device__ T Reduce(T input, Op op, int valid = kThreads) {
    const int rank = details::rank<X, Y, Z>(), warp = rank / details::kWarp, first = warp * details::kWarp;
    T all = Warp(storage_.warps[warp]).Reduce(input, op, first + kLanes <= valid ? kLanes : valid - first);
    if (rank % details::kWarp == 0) storage_.aggregates[warp] = all;
    __syncthreads();
    if (rank == 0)
      for (int other = 1; other < kWarps; ++other)
        if (other * kLanes < valid) {
          const T next = storage_.aggregates[other]; // one load, however often the operation looks at it
          all = op(all, next);
        }
    return all;
  }
  template <int Items, typename Op>
  __device__ T Reduce(T (&items)[Items], Op op) {
    return Reduce(details::reduceItems(items, op), op);
  }
  __device__ T Sum(T input, int valid = kThreads) { return Reduce(input, std::plus<>(), valid); }
  template <int Items>
  __device__ T Sum(T (&items)[Items]) {
    return Reduce(items, std::plus<>());
  }

private:
  TempStorage& storage_;
};

// ---- a block's scan

namespace details {

// Every thread leaves its value in shared memory; the first warp's threads rake over a stretch of them each, scan what
// they found among themselves, and write their stretch back.
template <typename T, int X, int Y, int Z, bool Memoize>
class RakingScan {
public:
  static constexpr bool kOneWarpAsks = true; // for what stands in front

private:
  static constexpr int kThreads = X * Y * Z;
  static constexpr int kStretch = ceilDivide(kThreads, kThreads < kWarp ? kThreads : kWarp);
  static constexpr int kRaking = ceilDivide(kThreads, kStretch);
  static constexpr int kPad = kStretch % 2 == 0 && kStretch > 2 ? 1 : 0;
  static_assert(isPowerOfTwo(kRaking),
                "with this many threads cub scans within a warp through shared memory, which is not modelled; use a block "
                "of whole warps");
  using Warp = WarpScan<T, kRaking>;

public:
  struct TempStorage {
    typename Warp::TempStorage warp;
    alignas(16) T grid[kRaking * (kStretch + kPad)];
    T aggregate;
  };
  // `before`: what stands in front of the first value, from the sum of all; only its first warp calls it.
  template <typename Op, typename Before>
  __device__ static void scan(TempStorage& storage, T input, T& output, Op op, T& aggregate, bool isInclusive,
                              bool hasBefore, Before before) {
    const int rank = details::rank<X, Y, Z>();
    Warp warp(storage.warp);
    if constexpr (kThreads == kRaking) {
      T inclusive, exclusive;
      warp.Scan(input, inclusive, exclusive, op);
      aggregate = warp.Broadcast(inclusive, kRaking - 1);
      const T prefix = before(aggregate);
      output = isInclusive ? inclusive : exclusive;
      if (hasBefore) output = rank == 0 && !isInclusive ? prefix : op(prefix, output);
    } else {
      T* const place = storage.grid + rank + (kPad ? rank / kStretch : 0);
      *place = input;
      __syncthreads();
      if (rank < kRaking) {
        T* const stretch = storage.grid + rank * (kStretch + kPad);
        T kept[kStretch];
        const int count = rank * kStretch + kStretch <= kThreads ? kStretch : kThreads - rank * kStretch;
        for (int i = 0; i < kStretch; ++i)
          if (i < count) kept[i] = stretch[i];
        T sum = kept[0];
        for (int i = 1; i < kStretch; ++i)
          if (i < count) sum = op(sum, kept[i]);
        T inclusive, running;
        warp.Scan(sum, inclusive, running, op);
        const T all = warp.Broadcast(inclusive, kRaking - 1);
        const T prefix = before(all);
        if (hasBefore) running = rank == 0 ? prefix : op(prefix, running);
        if constexpr (!Memoize)
          for (int i = 0; i < kStretch; ++i)
            if (i < count) kept[i] = stretch[i];
        bool hasRunning = hasBefore || rank != 0;
        for (int i = 0; i < kStretch; ++i) {
          const T next = hasRunning ? op(running, kept[i]) : kept[i];
          kept[i] = isInclusive ? next : running;
          running = next;
          hasRunning = true;
        }
        for (int i = 0; i < kStretch; ++i)
          if (i < count) stretch[i] = kept[i];
        if (rank == 0) storage.aggregate = all;
      }
      __syncthreads();
      output = *place;
      aggregate = storage.aggregate;
    }
  }
};

// What a block's prefix functor gives: the first warp asks it, and leaves it in shared memory for the others.
template <typename T, int X, int Y, int Z, typename Storage, typename Functor>
__device__ inline T sharedPrefix(Storage& storage, Functor& functor, T all) {
  const int rank = details::rank<X, Y, Z>();
  if (rank < kWarp) {
    const T prefix = functor(all);
    if (rank == 0) storage.prefix = prefix;
  }
  __syncthreads();
  return storage.prefix;
}

// Every warp scans its own; its last lane leaves the sum in shared memory, and every thread adds up those before its warp.
template <typename T, int X, int Y, int Z>
class WarpsScan {
public:
  static constexpr bool kOneWarpAsks = false;

private:
  static constexpr int kThreads = X * Y * Z, kWarps = kThreads / kWarp;

public:
  struct alignas(32) TempStorage {
    T aggregates[kWarps];
    Empty warps[kWarps];
    T prefix;
  };
  template <typename Op, typename Before>
  __device__ static void scan(TempStorage& storage, T input, T& output, Op op, T& aggregate, bool isInclusive,
                              bool hasBefore, Before before) {
    const int rank = details::rank<X, Y, Z>(), warp = rank / kWarp, lane = rank % kWarp;
    T inclusive, exclusive, prefix{};
    WarpScan<T>(storage.warps[warp]).Scan(input, inclusive, exclusive, op);
    if (lane == kWarp - 1) storage.aggregates[warp] = inclusive;
    __syncthreads();
    aggregate = storage.aggregates[0];
    for (int other = 1; other < kWarps; ++other) {
      if (warp == other) prefix = aggregate;
      const T next = storage.aggregates[other];
      aggregate = op(aggregate, next);
    }
    bool hasPrefix = warp != 0;
    if (hasBefore) {
      const T first = before(aggregate);
      prefix = hasPrefix ? op(first, prefix) : first;
      hasPrefix = true;
    }
    output = isInclusive ? inclusive : exclusive;
    if (hasPrefix) output = lane == 0 && !isInclusive ? prefix : op(prefix, output);
  }
};

} // namespace details

template <typename T, int X, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
class BlockScan {
  static constexpr int kThreads = X * Y * Z;
  using Scan = std::conditional_t<Algorithm == BLOCK_SCAN_WARP_SCANS && kThreads % details::kWarp == 0,
                                  details::WarpsScan<T, X, Y, Z>,
                                  details::RakingScan<T, X, Y, Z, Algorithm == BLOCK_SCAN_RAKING_MEMOIZE>>;

public:
  using TempStorage = typename Scan::TempStorage;
  __device__ BlockScan(TempStorage& storage) : storage_(storage) {
    __banklab_note("the accesses to this storage are counted as cub 3 (CUDA 13) makes them; another version may differ");
  }

  template <typename Op>
  __device__ void InclusiveScan(T input, T& output, Op op, T& aggregate) {
    Scan::scan(storage_, input, output, op, aggregate, true, false, [=](T) { return T{}; });
  }
  template <typename Op>
  __device__ void InclusiveScan(T input, T& output, Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate) {
    Scan::scan(storage_, input, output, op, aggregate, false, true, [=](T) { return initial; });
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& output, T initial, Op op) {
    T aggregate;
    ExclusiveScan(input, output, initial, op, aggregate);
  }
  // With a functor that says, from the sum of all, what stands in front.
  template <typename Op, typename Functor>
  __device__ void ScanAfter(T input, T& output, Op op, Functor& functor, bool isInclusive) {
    T aggregate;
    Scan::scan(storage_, input, output, op, aggregate, isInclusive, true, [&](T all) {
      if constexpr (Scan::kOneWarpAsks)
        return static_cast<T>(functor(all));
      else
        return details::sharedPrefix<T, X, Y, Z>(storage_, functor, all);
    });
  }
  template <typename Op, typename Functor>
  __device__ void InclusiveScan(T input, T& output, Op op, Functor& functor) {
    ScanAfter(input, output, op, functor, true);
  }
  template <typename Op, typename Functor>
  __device__ void ExclusiveScan(T input, T& output, Op op, Functor& functor) {
    ScanAfter(input, output, op, functor, false);
  }
  template <typename Functor>
  __device__ void InclusiveSum(T input, T& output, Functor& functor) {
    ScanAfter(input, output, std::plus<>(), functor, true);
  }
  template <typename Functor>
  __device__ void ExclusiveSum(T input, T& output, Functor& functor) {
    ScanAfter(input, output, std::plus<>(), functor, false);
  }
  template <int Items, typename Functor>
  __device__ void InclusiveSum(T (&input)[Items], T (&output)[Items], Functor& functor) {
    T before;
    ExclusiveSum(details::reduceItems(input, std::plus<>()), before, functor);
    for (int i = 0; i < Items; ++i) output[i] = before = before + input[i];
  }
  template <int Items, typename Functor>
  __device__ void ExclusiveSum(T (&input)[Items], T (&output)[Items], Functor& functor) {
    T before;
    ExclusiveSum(details::reduceItems(input, std::plus<>()), before, functor);
    for (int i = 0; i < Items; ++i) {
      const T next = before + input[i];
      output[i] = before;
      before = next;
    }
  }
  // Without an initial value the first thread's output is undefined.
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& output, Op op) {
    T aggregate;
    ExclusiveScan(input, output, op, aggregate);
  }
  template <typename Op>
  __device__ void ExclusiveScan(T input, T& output, Op op, T& aggregate) {
    Scan::scan(storage_, input, output, op, aggregate, false, false, [=](T) { return T{}; });
  }
  // Each thread's items in its registers: their sum is scanned.
  template <int Items, typename Op>
  __device__ void InclusiveScan(T (&input)[Items], T (&output)[Items], Op op, T& aggregate) {
    T before;
    ExclusiveScan(details::reduceItems(input, op), before, op, aggregate);
    const bool isFirst = threadIdx.x + threadIdx.y + threadIdx.z == 0;
    for (int i = 0; i < Items; ++i) output[i] = before = isFirst && i == 0 ? input[0] : op(before, input[i]);
  }
  template <int Items, typename Op>
  __device__ void InclusiveScan(T (&input)[Items], T (&output)[Items], Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
  }
  template <int Items, typename Op>
  __device__ void ExclusiveScan(T (&input)[Items], T (&output)[Items], T initial, Op op, T& aggregate) {
    T before;
    ExclusiveScan(details::reduceItems(input, op), before, initial, op, aggregate);
    for (int i = 0; i < Items; ++i) {
      const T next = op(before, input[i]);
      output[i] = before;
      before = next;
    }
  }
  template <int Items, typename Op>
  __device__ void ExclusiveScan(T (&input)[Items], T (&output)[Items], T initial, Op op) {
    T aggregate;
    ExclusiveScan(input, output, initial, op, aggregate);
  }
  __device__ void InclusiveSum(T input, T& output) { InclusiveScan(input, output, std::plus<>()); }
  __device__ void InclusiveSum(T input, T& output, T& aggregate) {
    InclusiveScan(input, output, std::plus<>(), aggregate);
  }
  template <int Items>
  __device__ void InclusiveSum(T (&input)[Items], T (&output)[Items], T& aggregate) {
    T before;
    ExclusiveSum(details::reduceItems(input, std::plus<>()), before, aggregate);
    for (int i = 0; i < Items; ++i) output[i] = before = before + input[i];
  }
  __device__ void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T{}, std::plus<>()); }
  __device__ void ExclusiveSum(T input, T& output, T& aggregate) {
    ExclusiveScan(input, output, T{}, std::plus<>(), aggregate);
  }
  template <int Items>
  __device__ void InclusiveSum(T (&input)[Items], T (&output)[Items]) {
    T before;
    ExclusiveSum(details::reduceItems(input, std::plus<>()), before);
    for (int i = 0; i < Items; ++i) output[i] = before = before + input[i];
  }
  template <int Items>
  __device__ void ExclusiveSum(T (&input)[Items], T (&output)[Items]) {
    T aggregate;
    ExclusiveSum(input, output, aggregate);
  }
  template <int Items>
  __device__ void ExclusiveSum(T (&input)[Items], T (&output)[Items], T& aggregate) {
    T before;
    ExclusiveSum(details::reduceItems(input, std::plus<>()), before, aggregate);
    for (int i = 0; i < Items; ++i) {
      const T next = before + input[i];
      output[i] = before;
      before = next;
    }
  }

private:
  TempStorage& storage_;
};

// ---- a block's loads and stores of several items for each thread: as they stand in memory, or turned round in shared memory,
// so that neighbouring threads touch neighbouring items there

namespace details {

template <typename T, int X, int Items, int Y, int Z, bool UsesShared, bool IsOfWarp>
class Exchange {
  static constexpr int kThreads = X * Y * Z;
  static constexpr bool kPads = Items > 4 && isPowerOfTwo(Items);
  static_assert(!IsOfWarp || kThreads % kWarp == 0, "cub turns items round within whole warps; use a block of whole warps");

public:
  struct Used {
    alignas(16) T items[kThreads * Items + (kPads ? kThreads * Items / 32 : 0)];
  };
  using TempStorage = std::conditional_t<UsesShared, Used, Empty>;
  // Of thread `rank` the item `i`, as memory has it: with the stride of all threads, or of a warp's.
  __device__ static int striped(int rank, int i) {
    return IsOfWarp ? rank / kWarp * (kWarp * Items) + i * kWarp + rank % kWarp : i * kThreads + rank;
  }
  __device__ static int padded(int at) { return kPads ? at + at / 32 : at; }
  __device__ static void sync() {
    if constexpr (IsOfWarp)
      __syncwarp();
    else
      __syncthreads();
  }
};

} // namespace details

template <typename T, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1>
class BlockLoad {
  static constexpr bool kTurns = Algorithm >= BLOCK_LOAD_TRANSPOSE;
  static_assert(Algorithm != BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
                "of cub's block loads BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED is not modelled; take BLOCK_LOAD_WARP_TRANSPOSE");
  using Exchange = details::Exchange<T, X, Items, Y, Z, kTurns, Algorithm == BLOCK_LOAD_WARP_TRANSPOSE>;

public:
  using TempStorage = typename Exchange::TempStorage;
  __device__ BlockLoad(TempStorage& storage) : storage_(storage) {
    if constexpr (kTurns)
      __banklab_note("the accesses to this storage are counted as cub 3 (CUDA 13) makes them; another version may differ");
  }
  template <typename Iterator>
  __device__ void Load(Iterator from, T (&items)[Items]) {
    Read(from, items, X * Y * Z * Items);
  }
  template <typename Iterator>
  __device__ void Load(Iterator from, T (&items)[Items], int valid) {
    Read(from, items, valid);
  }
  template <typename Iterator, typename Default>
  __device__ void Load(Iterator from, T (&items)[Items], int valid, Default otherwise) {
    for (int i = 0; i < Items; ++i) items[i] = otherwise;
    Read(from, items, valid);
  }

private:
  template <typename Iterator>
  __device__ void Read(Iterator from, T (&items)[Items], int valid) {
    const int rank = details::rank<X, Y, Z>();
    for (int i = 0; i < Items; ++i) {
      const int at = kTurns ? Exchange::striped(rank, i)
                            : Algorithm == BLOCK_LOAD_STRIPED ? i * (X * Y * Z) + rank : rank * Items + i;
      if (at < valid) items[i] = from[at];
    }
    if constexpr (kTurns) {
      for (int i = 0; i < Items; ++i) storage_.items[Exchange::padded(Exchange::striped(rank, i))] = items[i];
      Exchange::sync();
      for (int i = 0; i < Items; ++i) items[i] = storage_.items[Exchange::padded(rank * Items + i)];
    }
  }
  TempStorage& storage_;
};

template <typename T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1>
class BlockStore {
  static constexpr bool kTurns = Algorithm >= BLOCK_STORE_TRANSPOSE;
  static_assert(Algorithm != BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
                "of cub's block stores BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED is not modelled; take BLOCK_STORE_WARP_TRANSPOSE");
  using Exchange = details::Exchange<T, X, Items, Y, Z, kTurns, Algorithm == BLOCK_STORE_WARP_TRANSPOSE>;

public:
  using TempStorage = typename Exchange::TempStorage;
  __device__ BlockStore(TempStorage& storage) : storage_(storage) {
    if constexpr (kTurns)
      __banklab_note("the accesses to this storage are counted as cub 3 (CUDA 13) makes them; another version may differ");
  }
  template <typename Iterator>
  __device__ void Store(Iterator to, T (&items)[Items], int valid = X * Y * Z * Items) {
    const int rank = details::rank<X, Y, Z>();
    if constexpr (kTurns) {
      for (int i = 0; i < Items; ++i) storage_.items[Exchange::padded(rank * Items + i)] = items[i];
      Exchange::sync();
      for (int i = 0; i < Items; ++i) items[i] = storage_.items[Exchange::padded(Exchange::striped(rank, i))];
    }
    for (int i = 0; i < Items; ++i) {
      const int at = kTurns ? Exchange::striped(rank, i)
                            : Algorithm == BLOCK_STORE_STRIPED ? i * (X * Y * Z) + rank : rank * Items + i;
      if (at < valid) to[at] = items[i];
    }
  }

private:
  TempStorage& storage_;
};

} // namespace cub
