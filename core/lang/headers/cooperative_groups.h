// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups").
// Included as: cooperative_groups.h, cooperative_groups/reduce.h, cooperative_groups/scan.h, cooperative_groups/memcpy_async.h, cooperative_groups/sync.h
// Taken in for: cooperative_groups
namespace cooperative_groups {

class thread_block {
public:
  __device__ static void sync() { __syncthreads(); }
  __device__ static void barrier_arrive() {}
  __device__ static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ static unsigned int num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned int size() { return num_threads(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return group_dim(); }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }

/// The whole group copies, a word or more at a time for each thread.
template <typename Group, typename T>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
  for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size()) to[i] = from[i];
}
template <typename Group>
__device__ inline void wait(const Group& group) {
  group.sync();
}

} // namespace cooperative_groups
