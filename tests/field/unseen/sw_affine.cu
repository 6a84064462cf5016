// Smith-Waterman with affine gaps. A warp takes a pair of sequences: lanes are columns of a strip, the front moves along
// anti-diagonals, a strip's last column waits in shared memory for the next strip. Scores by the DPX instructions.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>

#include <cuda_runtime.h>

constexpr int WARPS_PER_BLOCK = 4;
constexpr int MAX_QUERY = 256;
constexpr int ALPHABET = 24;

__constant__ int8_t c_matrix[ALPHABET * ALPHABET];

struct GapPenalty {
  int open, extend;
};

struct alignas(8) Border {
  short h;
  short f;
  Border() = default;
  __device__ Border(int h_, int f_) : h(static_cast<short>(h_)), f(static_cast<short>(f_)) {}
};

struct Hit {
  int score, row, column;
  __device__ void offer(int s, int r, int c) {
    if (s > score) *this = {s, r, c};
  }
};

template <class T>
__device__ inline T warp_best(T hit) {
#pragma unroll
  for (int d = 16; d; d >>= 1) {
    T other;
    other.score = __shfl_xor_sync(0xffffffff, hit.score, d);
    other.row = __shfl_xor_sync(0xffffffff, hit.row, d);
    other.column = __shfl_xor_sync(0xffffffff, hit.column, d);
    if (other.score > hit.score || (other.score == hit.score && other.column < hit.column)) hit = other;
  }
  return hit;
}

__global__ void __launch_bounds__(32 * WARPS_PER_BLOCK, 2)
smith_waterman(const uint8_t *__restrict__ queries, const uint8_t *__restrict__ targets,
               const int *__restrict__ query_begin, const int *__restrict__ target_begin, Hit *__restrict__ hits,
               const int pairs, const GapPenalty gap) {
  __shared__ Border s_border[WARPS_PER_BLOCK][MAX_QUERY + 1];
  __shared__ int8_t s_matrix[ALPHABET][ALPHABET + 4];
  __shared__ uint8_t s_query[WARPS_PER_BLOCK][MAX_QUERY];

  for (int i = threadIdx.x; i < ALPHABET * ALPHABET; i += blockDim.x) s_matrix[i / ALPHABET][i % ALPHABET] = c_matrix[i];
  __syncthreads();

  const int warp = threadIdx.x / warpSize;
  const int lane = threadIdx.x % warpSize;
  const int pair = blockIdx.x * WARPS_PER_BLOCK + warp;
  if (pair >= pairs) return;

  const int rows = min(query_begin[pair + 1] - query_begin[pair], MAX_QUERY);
  const int columns = target_begin[pair + 1] - target_begin[pair];
  auto *const query = s_query[warp];
  auto *const border = s_border[warp];
  for (int i = lane; i < rows; i += 32) {
    query[i] = queries[query_begin[pair] + i] % ALPHABET;
    border[i] = Border(0, 0);
  }
  __syncwarp();

  Hit best{0, -1, -1};
  for (int strip = 0; strip < columns; strip += 32) {
    const int column = strip + lane;
    const bool live = column < columns;
    const uint8_t letter = live ? targets[target_begin[pair] + column] % ALPHABET : 0;
    const int8_t *const score_row = s_matrix[letter];
    int h = 0, e = 0, f = 0, diagonal = 0;
    for (int step = 0; step < rows + 31; ++step) {
      const int row = step - lane;
      int left_h = __shfl_up_sync(0xffffffffu, h, 1);
      int left_f = __shfl_up_sync(0xffffffffu, f, 1);
      if (lane == 0) {
        if (row < rows) {
          const Border b = border[row];
          left_h = b.h, left_f = b.f;
        } else {
          left_h = left_f = 0;
        }
      }
      if (row < 0 || row >= rows) continue;
      const int substitution = score_row[query[row]];
      e = __viaddmax_s32(e, -gap.extend, h - gap.open);
      f = __viaddmax_s32(left_f, -gap.extend, left_h - gap.open);
      h = __vimax3_s32_relu(diagonal + substitution, e, f);
      diagonal = left_h;
      if (live) best.offer(h, row, column);
      if (lane == 31) border[row] = {h, f};
    }
    __syncwarp();
  }
  best = warp_best(best);
  if (lane == 0) hits[pair] = best;
}

class Batch {
  std::vector<uint8_t> letters_;
  std::vector<int> begin_{0};

 public:
  void add(std::string_view s) {
    for (char c : s) letters_.push_back(static_cast<uint8_t>(c - 'A'));
    begin_.push_back(static_cast<int>(letters_.size()));
  }
  int size() const { return static_cast<int>(begin_.size()) - 1; }
  std::pair<uint8_t *, int *> upload() const {
    uint8_t *letters;
    int *begin;
    cudaMalloc(&letters, letters_.size());
    cudaMalloc(&begin, begin_.size() * sizeof(int));
    cudaMemcpy(letters, letters_.data(), letters_.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(begin, begin_.data(), begin_.size() * sizeof(int), cudaMemcpyHostToDevice);
    return {letters, begin};
  }
};

int main() {
  Batch queries, targets;
  for (int i = 0; i < 10; ++i) {
    queries.add("HEAGAWGHEE");
    targets.add("PAWHEAEHEAGAWGHEEPAWHEAE");
  }
  int8_t matrix[ALPHABET * ALPHABET];
  for (int i = 0; i < ALPHABET * ALPHABET; ++i) matrix[i] = i % (ALPHABET + 1) ? -2 : 5;
  cudaMemcpyToSymbol(c_matrix, matrix, sizeof matrix);
  const auto [q, qb] = queries.upload();
  const auto [t, tb] = targets.upload();
  Hit *hits;
  cudaMallocManaged(&hits, queries.size() * sizeof(Hit));
  const int pairs = queries.size();
  smith_waterman<<<(pairs + WARPS_PER_BLOCK - 1) / WARPS_PER_BLOCK, 32 * WARPS_PER_BLOCK>>>(q, t, qb, tb, hits, pairs,
                                                                                            GapPenalty{.open = 11, .extend = 1});
  cudaDeviceSynchronize();
  for (int i = 0; i < pairs; ++i) std::printf("%d at %d,%d\n", hits[i].score, hits[i].row, hits[i].column);
}
