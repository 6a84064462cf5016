// Types of CUDA's runtime for the host: enough to follow the host's calls, which are not run.
// Included as: driver_types.h
// Taken in for: cudaError_t, cudaStream_t, cudaEvent_t, cudaSuccess, cudaLaunchConfig_t
enum cudaError { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2 };
typedef enum cudaError cudaError_t;
struct CUstream_st;
struct CUevent_st;
typedef CUstream_st* cudaStream_t;
typedef CUevent_st* cudaEvent_t;
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  void* attrs;
  unsigned int numAttrs;
};
