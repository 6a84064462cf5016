#include <banklab/banklab.hpp>

#include <iostream>

constexpr auto kSource = R"(
__global__ void column(float* out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][0] = 1;
  out[threadIdx.x] = tile[0][threadIdx.x];
})";

int main() {
  const banklab::Analysis analysis = banklab::analyze(kSource);
  for (const banklab::Report& report : analysis.reports) {
    for (const banklab::Site& site : report.sites) {
      std::cout << "line " << site.place.line << ": " << site.text << ": " << site.wavefronts
                << " wavefronts of " << site.ideal << ", " << site.maxDegree << "-way\n";
    }
  }
  return analysis.hasErrors() ? 1 : 0;
}
