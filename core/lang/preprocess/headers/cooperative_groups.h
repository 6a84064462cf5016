// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups"), for one block and without clusters. Tiles of
// more than one warp have ranks and wait for one another, and no more. Shuffles, votes and what is built of them touch no shared memory.
// Included as: cooperative_groups.h, cooperative_groups/reduce.h, cooperative_groups/scan.h, cooperative_groups/memcpy_async.h
// Taken in for: cooperative_groups
#include <cuda/aligned_size>
#include <type_traits>
namespace cooperative_groups {

class thread_group;
class thread_block;
class coalesced_group;
template <unsigned int Size, typename Parent = void>
class thread_block_tile;

namespace details {

__device__ inline unsigned int block_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }

// The lanes of the caller's tile of `size` lanes.
__device__ inline unsigned int tile_mask(unsigned int size) {
  return size >= 32 ? 0xffffffffu : ((1u << size) - 1) << (__banklab_lane() & 31 & ~(size - 1));
}
__device__ inline unsigned int lanes_below() { return (1u << __banklab_lane()) - 1; }
__device__ inline unsigned int lane_of_rank(unsigned int mask, unsigned int rank) {
  if (mask == 0xffffffffu) return rank;
  for (; rank > 0; --rank) mask &= mask - 1;
  return __ffs(mask) - 1;
}
// The bits of `bits` that stand in `mask`, moved together: bit i is that of the group's i-th lane.
__device__ inline unsigned int pack(unsigned int bits, unsigned int mask) {
  if (mask == 0xffffffffu) return bits;
  unsigned int packed = 0;
  for (unsigned int at = 0; mask; mask &= mask - 1, ++at)
    if (bits & mask & (0 - mask)) packed |= 1u << at;
  return packed;
}

// Moves a value of any type between lanes, a word (or, of a narrow one, a piece) at a time.
template <typename T, typename Move>
__device__ inline T moved(const T& value, Move move) {
  if constexpr (std::is_arithmetic_v<T>) {
    return move(value);
  } else if constexpr (sizeof(T) % 4 == 0) {
    T result = value;
    unsigned int* words = reinterpret_cast<unsigned int*>(&result);
    for (unsigned int i = 0; i < sizeof(T) / 4; ++i) words[i] = move(words[i]);
    return result;
  } else {
    T result = value;
    unsigned char* bytes = reinterpret_cast<unsigned char*>(&result);
    for (unsigned int i = 0; i < sizeof(T); ++i) bytes[i] = move(static_cast<int>(bytes[i]));
    return result;
  }
}

} // namespace details

// ---- the block

class thread_block {
public:
  struct arrival_token {};
  __device__ static void sync() { __syncthreads(); }
  // All that a thread does between the two stands behind the barrier here.
  __device__ static arrival_token barrier_arrive() {
    __syncthreads();
    return arrival_token();
  }
  __device__ static void barrier_wait(arrival_token&&) {}
  __device__ static unsigned int thread_rank() { return details::block_rank(); }
  __device__ static unsigned int num_threads() { return details::block_size(); }
  __device__ static unsigned int size() { return details::block_size(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

// What tiles of more than one warp need in shared memory: so large since compute capability 8.0.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {
  unsigned long long reserved;
};
template <unsigned int MaxBlockSize>
__device__ inline thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return thread_block();
}

// ---- lanes that are active together

class coalesced_group {
public:
  __device__ explicit coalesced_group(unsigned int mask, unsigned int metaRank = 0, unsigned int metaSize = 1)
      : mask_(mask), metaRank_(metaRank), metaSize_(metaSize) {}

  __device__ void sync() const { __syncwarp(mask_); }
  __device__ unsigned int size() const { return __popc(mask_); }
  __device__ unsigned int num_threads() const { return __popc(mask_); }
  __device__ unsigned int thread_rank() const { return __popc(mask_ & details::lanes_below()); }
  __device__ unsigned int meta_group_rank() const { return metaRank_; }
  __device__ unsigned int meta_group_size() const { return metaSize_; }
  __device__ unsigned int get_mask() const { return mask_; }

  template <typename T>
  __device__ T shfl(T value, unsigned int rank) const {
    const unsigned int mask = mask_, lane = details::lane_of_rank(mask_, rank);
    return details::moved(value, [=](auto part) { return __shfl_sync(mask, part, lane); });
  }
  template <typename T>
  __device__ T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return shfl(value, rank >= delta ? rank - delta : rank);
  }
  template <typename T>
  __device__ T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return shfl(value, rank + delta < size() ? rank + delta : rank);
  }
  __device__ unsigned int ballot(int predicate) const {
    return details::pack(__ballot_sync(mask_, predicate), mask_);
  }
  __device__ int any(int predicate) const { return (__ballot_sync(mask_, predicate) & mask_) != 0; }
  __device__ int all(int predicate) const { return (__ballot_sync(mask_, !predicate) & mask_) == 0; }
  template <typename T>
  __device__ unsigned int match_any(T value) const {
    return details::pack(__match_any_sync(mask_, value), mask_);
  }
  template <typename T>
  __device__ unsigned int match_all(T value, int& predicate) const {
    predicate = (__match_any_sync(mask_, value) & mask_) == mask_;
    return predicate ? details::pack(mask_, mask_) : 0;
  }

private:
  unsigned int mask_, metaRank_, metaSize_;
};
__device__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// ---- tiles

template <unsigned int Size, typename Parent>
class thread_block_tile {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");
  static_assert(Size <= 512, "a tile has at most 512 threads");

public:
  __device__ thread_block_tile() : metaRank_(0), metaSize_(1) {}
  __device__ thread_block_tile(unsigned int metaRank, unsigned int metaSize)
      : metaRank_(metaRank), metaSize_(metaSize) {}
  template <typename Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other>& other)
      : metaRank_(other.meta_group_rank()), metaSize_(other.meta_group_size()) {}

  __device__ static void sync() {
    if constexpr (Size > 32)
      __banklab_sync_tile(Size);
    else
      __syncwarp(get_mask());
  }
  __device__ static constexpr unsigned int size() { return Size; }
  __device__ static constexpr unsigned int num_threads() { return Size; }
  __device__ static unsigned int thread_rank() {
    return (Size > 32 ? details::block_rank() : __banklab_lane()) & (Size - 1);
  }
  __device__ unsigned int meta_group_rank() const { return metaRank_; }
  __device__ unsigned int meta_group_size() const { return metaSize_; }
  __device__ static unsigned int get_mask() {
    static_assert(Size <= 32, "shuffles, votes and reductions of a tile are modelled within one warp: take tiles of 32 "
                              "threads or fewer for them");
    return details::tile_mask(Size);
  }

  template <typename T>
  __device__ static T shfl(T value, int rank) {
    const unsigned int mask = get_mask();
    return details::moved(value, [=](auto part) { return __shfl_sync(mask, part, rank, Size); });
  }
  template <typename T>
  __device__ static T shfl_up(T value, unsigned int delta) {
    const unsigned int mask = get_mask();
    return details::moved(value, [=](auto part) { return __shfl_up_sync(mask, part, delta, Size); });
  }
  template <typename T>
  __device__ static T shfl_down(T value, unsigned int delta) {
    const unsigned int mask = get_mask();
    return details::moved(value, [=](auto part) { return __shfl_down_sync(mask, part, delta, Size); });
  }
  template <typename T>
  __device__ static T shfl_xor(T value, unsigned int lanes) {
    const unsigned int mask = get_mask();
    return details::moved(value, [=](auto part) { return __shfl_xor_sync(mask, part, static_cast<int>(lanes), Size); });
  }
  __device__ static unsigned int ballot(int predicate) {
    const unsigned int mask = get_mask();
    return (__ballot_sync(mask, predicate) & mask) >> (__banklab_lane() & 31 & ~(Size - 1));
  }
  __device__ static int any(int predicate) { return ballot(predicate) != 0; }
  __device__ static int all(int predicate) { return ballot(!predicate) == 0; }
  template <typename T>
  __device__ static unsigned int match_any(T value) {
    const unsigned int mask = get_mask();
    return (__match_any_sync(mask, value) & mask) >> (__banklab_lane() & 31 & ~(Size - 1));
  }
  template <typename T>
  __device__ static unsigned int match_all(T value, int& predicate) {
    const unsigned int lanes = ballot(1), same = match_any(value);
    predicate = same == lanes;
    return predicate ? lanes : 0;
  }

private:
  unsigned int metaRank_, metaSize_;
};

// ---- a group of any kind

class thread_group {
public:
  __device__ thread_group(const thread_block&)
      : isBlock_(true), mask_(0), size_(details::block_size()), rank_(details::block_rank()) {}
  __device__ thread_group(const coalesced_group& group)
      : isBlock_(false), mask_(group.get_mask()), size_(group.size()), rank_(group.thread_rank()) {}
  template <unsigned int Size, typename Parent>
  __device__ thread_group(const thread_block_tile<Size, Parent>& tile)
      : isBlock_(false), mask_(tile.get_mask()), size_(Size), rank_(tile.thread_rank()) {}
  __device__ thread_group(unsigned int mask, unsigned int size, unsigned int rank)
      : isBlock_(false), mask_(mask), size_(size), rank_(rank) {}

  __device__ void sync() const {
    if (isBlock_)
      __syncthreads();
    else
      __syncwarp(mask_);
  }
  __device__ unsigned long long size() const { return size_; }
  __device__ unsigned long long num_threads() const { return size_; }
  __device__ unsigned long long thread_rank() const { return rank_; }

private:
  bool isBlock_;
  unsigned int mask_, size_, rank_;
};

// ---- partitions

template <unsigned int Size>
__device__ inline thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>(details::block_rank() / Size, (details::block_size() + Size - 1) / Size);
}
__device__ inline thread_block_tile<1> this_thread() { return thread_block_tile<1>(); }
template <unsigned int Size, unsigned int ParentSize, typename Grandparent>
__device__ inline thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>
tiled_partition(const thread_block_tile<ParentSize, Grandparent>& parent) {
  static_assert(Size <= ParentSize, "a tile is no larger than the tile that it is a part of");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>>(parent.thread_rank() / Size,
                                                                             ParentSize / Size);
}
__device__ inline thread_group tiled_partition(const thread_group&, unsigned int size) {
  return thread_group(details::tile_mask(size), size, __banklab_lane() & (size - 1));
}
__device__ inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
  const unsigned int mask = parent.get_mask(), first = parent.thread_rank() / size * size;
  unsigned int lanes = 0;
  for (unsigned int rank = first; rank < first + size && rank < parent.size(); ++rank)
    lanes |= 1u << details::lane_of_rank(mask, rank);
  return coalesced_group(lanes, first / size, (parent.size() + size - 1) / size);
}

template <typename Group>
__device__ inline coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned int mask = group.get_mask();
  const unsigned int yes = __ballot_sync(mask, predicate) & mask;
  return coalesced_group(predicate ? yes : mask & ~yes, predicate ? 1 : 0, 2);
}
template <typename Group, typename Label>
__device__ inline coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned int mask = group.get_mask();
  const unsigned int same = __match_any_sync(mask, label) & mask;
  // Groups are numbered by their first lanes.
  const unsigned int leaders = __ballot_sync(mask, (same & details::lanes_below()) == 0) & mask;
  const unsigned int first = same & (0 - same);
  return coalesced_group(same, __popc(leaders & (first - 1)), __popc(leaders));
}

// ---- the grid

class grid_group {
public:
  __device__ static bool is_valid() { return true; }
  __device__ static void sync() {
    __banklab_note("the threads of other blocks are not waited for: blocks run one after the other");
    __syncthreads();
  }
  __device__ static unsigned long long size() { return num_blocks() * details::block_size(); }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * details::block_size() + details::block_rank();
  }
  __device__ static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
};
__device__ inline grid_group this_grid() { return grid_group(); }

// ---- clusters: each block is one of its own

class cluster_group {
public:
  __device__ static void sync() {
    __banklab_note("clusters are not modelled: each block is taken as a cluster of its own");
    __syncthreads();
  }
  __device__ static unsigned int block_rank() { return 0; }
  __device__ static unsigned int num_blocks() { return 1; }
  __device__ static unsigned int thread_rank() { return details::block_rank(); }
  __device__ static unsigned int num_threads() { return details::block_size(); }
  __device__ static unsigned int size() { return details::block_size(); }
  __device__ static dim3 block_index() { return dim3(0, 0, 0); }
  __device__ static dim3 dim_blocks() { return dim3(1, 1, 1); }
  template <typename T>
  __device__ static T* map_shared_rank(T* place, int) {
    __banklab_note("clusters are not modelled: this is the block's own shared memory");
    return place;
  }
};
__device__ inline cluster_group this_cluster() { return cluster_group(); }

// ---- free functions

template <typename Group>
__device__ inline void sync(const Group& group) {
  group.sync();
}
template <typename Group>
__device__ inline unsigned long long thread_rank(const Group& group) {
  return group.thread_rank();
}
template <typename Group>
__device__ inline unsigned long long group_size(const Group& group) {
  return group.size();
}

template <typename Group, typename Function, typename... Arguments>
__device__ inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(arguments...);
}
template <typename Group, typename Function, typename... Arguments>
__device__ inline auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  decltype(function(arguments...)) result{};
  if (group.thread_rank() == 0) result = function(arguments...);
  return group.shfl(result, 0);
}

// ---- reductions and scans

template <typename T = void>
struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T = void>
struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T = void>
struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T = void>
struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <typename T = void>
struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <typename T = void>
struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned int Size, typename Parent, typename T, typename Op>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Op&& op) {
  for (unsigned int lanes = Size / 2; lanes > 0; lanes /= 2) value = op(value, tile.shfl_xor(value, lanes));
  return value;
}
template <typename T, typename Op>
__device__ inline T reduce(const coalesced_group& group, T value, Op&& op) {
  const unsigned int size = group.size(), rank = group.thread_rank();
  for (unsigned int delta = 1; delta < size; delta *= 2) {
    const T other = group.shfl_down(value, delta);
    if (rank % (2 * delta) == 0 && rank + delta < size) value = op(value, other);
  }
  return group.shfl(value, 0);
}

template <typename Group, typename T, typename Op>
__device__ inline T inclusive_scan(const Group& group, T value, Op&& op) {
  const unsigned int size = group.size(), rank = group.thread_rank();
  for (unsigned int delta = 1; delta < size; delta *= 2) {
    const T other = group.shfl_up(value, delta);
    if (rank >= delta) value = op(other, value);
  }
  return value;
}
template <typename Group, typename T>
__device__ inline T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <typename Group, typename T, typename Op>
__device__ inline T exclusive_scan(const Group& group, T value, Op&& op) {
  const T before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <typename Group, typename T>
__device__ inline T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

// ---- asynchronous copies, from global to shared memory; others are plain ones. The threads of the group take turns, each with one piece; a type's alignment, up to 16
// bytes, says how wide a piece is, and of a narrow type the addresses do.

namespace details {

template <typename Piece, typename Group>
__device__ inline void copy_pieces(const Group& group, void* to, const void* from, size_t count) {
  Piece* const out = static_cast<Piece*>(to);
  const Piece* const in = static_cast<const Piece*>(from);
  if constexpr (sizeof(Piece) >= 4)
    if (__isShared(out) && __isGlobal(in)) {
      for (size_t i = group.thread_rank(); i < count; i += group.size())
        __pipeline_memcpy_async(out + i, in + i, sizeof(Piece));
      return;
    }
  for (size_t i = group.thread_rank(); i < count; i += group.size()) out[i] = in[i];
}

template <size_t Align, typename Group>
__device__ inline void copy(const Group& group, void* to, const void* from, size_t bytes) {
  if constexpr (Align >= 16) {
    copy_pieces<uint4>(group, to, from, bytes / 16);
  } else if constexpr (Align == 8) {
    copy_pieces<uint2>(group, to, from, bytes / 8);
  } else if constexpr (Align == 4) {
    copy_pieces<unsigned int>(group, to, from, bytes / 4);
  } else {
    char* out = static_cast<char*>(to);
    const char* in = static_cast<const char*>(from);
    const unsigned int apart = static_cast<unsigned int>(reinterpret_cast<size_t>(to) ^ reinterpret_cast<size_t>(from));
    const unsigned int width = apart & 1 ? 1 : apart & 2 ? 2 : apart & 4 ? 4 : apart & 8 ? 8 : 16;
    if (width < 4 || bytes < width) {
      if (width == 1 || Align == 1)
        copy_pieces<char>(group, to, from, bytes);
      else
        copy_pieces<short>(group, to, from, bytes / 2);
      return;
    }
    const size_t head = (0 - reinterpret_cast<size_t>(from)) & (width - 1);
    copy_pieces<char>(group, to, from, head);
    const size_t count = (bytes - head) / width;
    if (width == 4)
      copy_pieces<unsigned int>(group, out + head, in + head, count);
    else if (width == 8)
      copy_pieces<uint2>(group, out + head, in + head, count);
    else
      copy_pieces<uint4>(group, out + head, in + head, count);
    const size_t done = head + count * width;
    copy_pieces<char>(group, out + done, in + done, bytes - done);
  }
}

} // namespace details

namespace details {

template <typename Group, typename T>
__device__ inline void begin_copy(const Group& group, T* to, const T* from, size_t bytes) {
  if constexpr (std::is_void_v<T>)
    copy<1>(group, to, from, bytes);
  else
    copy<alignof(T)>(group, to, from, bytes);
}
template <typename Group, typename T, size_t Align>
__device__ inline void begin_copy(const Group& group, T* to, const T* from, cuda::aligned_size_t<Align> bytes) {
  copy<Align>(group, to, from, bytes);
}

} // namespace details

// Each copy is a group of its own to wait for.
template <typename Group, typename T, typename Size>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Size bytes) {
  details::begin_copy(group, to, from, bytes);
  __pipeline_commit();
}
// With the lengths of both sides, in elements.
template <typename Group, typename T>
__device__ inline void memcpy_async(const Group& group, T* to, size_t room, const T* from, size_t count) {
  details::copy<alignof(T)>(group, to, from, (room < count ? room : count) * sizeof(T));
  __pipeline_commit();
}

template <typename Group>
__device__ inline void wait(const Group& group) {
  __pipeline_wait_prior(0);
  group.sync();
}
template <unsigned int Stages, typename Group>
__device__ inline void wait_prior(const Group& group) {
  __pipeline_wait_prior(Stages);
  group.sync();
}

} // namespace cooperative_groups
