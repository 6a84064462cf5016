// Local alignment, one pair a warp: scores passed by shuffles along the anti-diagonal, profile in shared memory.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <string>

namespace sw {

struct Scoring {
  short match, mismatch, open, extend;
};

__constant__ Scoring kScoring = {2, -3, -5, -2};

template <typename T>
__device__ __forceinline__ T max3(T a, T b, T c) {
  return max(a, max(b, c));
}

// A lane owns one column of the strip; a strip is 32 columns wide.
template <int MAX_QUERY>
__global__ void align(const char* __restrict__ queries, const int* __restrict__ queryLength,
                      const char* __restrict__ targets, int targetLength, int* __restrict__ best) {
  constexpr int kWarps = 4;
  __shared__ short borderH[kWarps][MAX_QUERY + 1];
  __shared__ short borderF[kWarps][MAX_QUERY + 1];
  __shared__ char query[kWarps][MAX_QUERY];
  const int warp = threadIdx.y, lane = threadIdx.x;
  const int pair = blockIdx.x * kWarps + warp;
  const int length = min(queryLength[pair], MAX_QUERY);
  for (int i = lane; i < length; i += 32) query[warp][i] = queries[pair * MAX_QUERY + i];
  for (int i = lane; i <= MAX_QUERY; i += 32) borderH[warp][i] = borderF[warp][i] = 0;
  __syncwarp();
  int top = 0;
  for (int strip = 0; strip < targetLength; strip += 32) {
    const char mine = strip + lane < targetLength ? targets[pair * targetLength + strip + lane] : '\0';
    short h = 0, e = 0, f = 0, diagonal = 0, upper = 0;
    for (int step = 0; step < length + 31; ++step) {
      const int row = step - lane;
      short leftH = __shfl_up_sync(0xffffffff, (int)h, 1);
      short leftF = __shfl_up_sync(0xffffffff, (int)f, 1);
      if (lane == 0) {
        leftH = step < length ? borderH[warp][step + 1] : 0;
        leftF = step < length ? borderF[warp][step + 1] : 0;
      }
      if (row >= 0 && row < length) {
        const short score = query[warp][row] == mine ? kScoring.match : kScoring.mismatch;
        e = max(upper + kScoring.open, e + kScoring.extend);
        f = max(leftH + kScoring.open, leftF + kScoring.extend);
        const int now = max(0, max3<int>(diagonal + score, e, f));
        diagonal = leftH;
        upper = h = static_cast<short>(now);
        top = max(top, now);
        if (lane == 31) {
          borderH[warp][row + 1] = h;
          borderF[warp][row + 1] = f;
        }
      }
      __syncwarp();
    }
  }
  top = __reduce_max_sync(0xffffffff, top);
  if (lane == 0) best[pair] = top;
}

}  // namespace sw

int main() {
  const std::string alphabet = "ACGT";
  char *queries, *targets;
  int *lengths, *best;
  cudaMalloc(&queries, 8 * 64);
  cudaMalloc(&targets, 8 * 100);
  cudaMalloc(&lengths, 8 * sizeof(int));
  cudaMalloc(&best, 8 * sizeof(int));
  char host[8 * 100];
  for (size_t i = 0; i < sizeof host; ++i) host[i] = alphabet[(i * i + 3) % alphabet.size()];
  cudaMemcpy(targets, host, sizeof(host), cudaMemcpyHostToDevice);
  sw::align<64><<<2, dim3(32, 4)>>>(queries, lengths, targets, 100, best);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
