// Types without a word of CUDA in them are the host's as long as no kernel uses them: what they are made of
// need not be known.
#include <stdexcept>
#include <string>
#include <vector>

class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const std::string& where) : std::runtime_error(where), code_(code) {}
  cudaError_t code() const noexcept { return code_; }
  virtual ~CudaError() = default;

 private:
  cudaError_t code_;
};

using Samples = std::vector<float>;
using Table = std::map<std::string, Samples>;

template <typename T>
struct DeviceVector {
  explicit DeviceVector(const std::vector<T>& from);
  std::vector<T> host() const;
  T* data = nullptr;
  std::shared_ptr<int> owners;
};

template <typename T> cudaError_t setLimit(T limit);
template <> cudaError_t setLimit<float>(float limit) { return cudaMemcpyToSymbol(limit_, &limit, 4); }

static std::vector<int> history;

__global__ void k(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x];
}

int main() {
  Samples host(32);
  DeviceVector<float> device(host);
  k<<<1, 64>>>(device.data);
}
