// Asynchronous copies (CUDA C++ Programming Guide, "Pipeline"): the functions that begin with __pipeline are
// the engine's own; this is the class of the older interface.
// Included as: cuda_pipeline.h
namespace nvcuda {
namespace experimental {

class pipeline {
public:
  __device__ pipeline() {}
  __device__ unsigned long commit() {
    __pipeline_commit();
    return 0;
  }
  __device__ void commit_and_wait() {
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
  __device__ void wait(unsigned long stage) { __pipeline_wait_prior(0); }
  template <unsigned N>
  __device__ void wait_prior() {
    __pipeline_wait_prior(N);
  }
};

/// Copies of other sizes are plain ones.
template <typename T>
__device__ inline void memcpy_async(T& to, const T& from, pipeline& pipe) {
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16)
    __pipeline_memcpy_async(&to, &from, sizeof(T));
  else
    to = from;
}

} // namespace experimental
} // namespace nvcuda
