// What is wrong with a type is said once a kernel uses it.
#include <vector>
struct Samples {
  std::vector<float> values;
};
using Unused = std::vector<int>;
using Used = std::vector<double>;
// launch: k<<<1, 32>>>()
__global__ void k() {
  Samples samples;
  Used more;
}
