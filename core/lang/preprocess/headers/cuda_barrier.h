// cuda::barrier, cuda::pipeline and cuda::memcpy_async (libcu++, <cuda/barrier> and <cuda/pipeline>), for groups that are the whole
// block: to wait is to meet at the block's barrier. The words that a barrier itself keeps in shared memory are not counted.
// Included as: cuda/barrier, cuda/pipeline, cuda/std/barrier
// Taken in for: pipeline_shared_state, make_pipeline, arrive_and_wait, producer_acquire, pipeline_consumer_wait_prior
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cuda {

namespace details {

struct OneThread {
  __device__ static unsigned int thread_rank() { return 0; }
  __device__ static unsigned int size() { return 1; }
};
__device__ inline void meet() {
  __banklab_note("this waits for the whole block; what the barrier itself keeps in shared memory is not counted");
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
}

} // namespace details

template <thread_scope Scope = thread_scope_system>
class barrier {
public:
  struct arrival_token {};
  barrier() = default;
  __device__ constexpr barrier(ptrdiff_t) : words_(0) {}

  __device__ arrival_token arrive(ptrdiff_t = 1) { return arrival_token(); }
  __device__ void wait(arrival_token) { details::meet(); }
  __device__ void arrive_and_wait() { details::meet(); }
  __device__ void arrive_and_drop() {}

private:
  unsigned long long words_;
};
template <thread_scope Scope>
__device__ inline void init(barrier<Scope>*, ptrdiff_t) {}

// ---- pipelines

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned int Stages>
struct pipeline_shared_state {
  unsigned long long words[2 * Stages + 1];
};

template <thread_scope Scope>
class pipeline {
public:
  __device__ void producer_acquire() {
    if constexpr (Scope != thread_scope_thread) details::meet();
  }
  __device__ void producer_commit() { __pipeline_commit(); }
  __device__ void consumer_wait() {
    __pipeline_wait_prior(0);
    if constexpr (Scope != thread_scope_thread) details::meet();
  }
  __device__ void consumer_release() {}
  __device__ bool quit() { return true; }
};
__device__ inline pipeline<thread_scope_thread> make_pipeline() { return pipeline<thread_scope_thread>(); }
template <typename Group, thread_scope Scope, unsigned int Stages>
__device__ inline pipeline<Scope> make_pipeline(const Group&, pipeline_shared_state<Scope, Stages>*) {
  return pipeline<Scope>();
}
template <unsigned int Stages, thread_scope Scope>
__device__ inline void pipeline_consumer_wait_prior(pipeline<Scope>&) {
  __pipeline_wait_prior(Stages);
}
template <thread_scope Scope>
__device__ inline void pipeline_producer_commit(pipeline<thread_scope_thread>&, barrier<Scope>&) {}

// ---- copies. `sync`: a barrier or a pipeline.

template <typename Group, typename T, typename Size, typename Sync>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, Size bytes, Sync& sync) {
  cooperative_groups::details::begin_copy(group, to, from, bytes);
}
template <typename T, typename Size, typename Sync>
__device__ inline void memcpy_async(T* to, const T* from, Size bytes, Sync& sync) {
  details::OneThread thread;
  cooperative_groups::details::begin_copy(thread, to, from, bytes);
}

} // namespace cuda
