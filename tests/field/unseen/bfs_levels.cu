// Level-synchronous breadth-first search. A frontier's vertices are spread over a block's lanes by a scan of their degrees; what is
// found is gathered in a queue of the block's, which goes out with one atomic.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include <climits>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <queue>
#include <sstream>
#include <vector>

namespace cg = cooperative_groups;

using vertex_t = int32_t;
using edge_t = uint32_t;
static constexpr vertex_t UNSEEN = INT_MAX;

struct Graph {
  std::vector<edge_t> offsets;
  std::vector<vertex_t> targets;
  [[nodiscard]] size_t order() const noexcept { return offsets.size() - 1; }
};

template <int CAPACITY>
struct BlockQueue {
  int count;
  int base;
  vertex_t items[CAPACITY];

  __device__ bool push(vertex_t v) {
    auto active = cg::coalesced_threads();
    int at = 0;
    if (active.thread_rank() == 0) at = atomicAdd(&count, static_cast<int>(active.size()));
    at = active.shfl(at, 0) + active.thread_rank();
    if (at >= CAPACITY) return false;
    items[at] = v;
    return true;
  }
};

template <int THREADS, int CAPACITY = 4 * THREADS>
__global__ void __launch_bounds__(THREADS)
expand(const edge_t* __restrict__ offsets, const vertex_t* __restrict__ targets, vertex_t* levels,
       const vertex_t* __restrict__ frontier, const int frontier_size, vertex_t* next, int* next_size, const int level)
{
  __shared__ BlockQueue<CAPACITY> queue;
  __shared__ edge_t first_edge[THREADS];
  __shared__ edge_t scan[THREADS + 1];
  __shared__ edge_t warp_sums[32];

  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  const int rank = block.thread_rank();

  if (rank == 0) queue.count = 0;

  edge_t degree = 0;
  const int mine = blockIdx.x * THREADS + rank;
  if (mine < frontier_size) {
    const vertex_t v = frontier[mine];
    first_edge[rank] = offsets[v];
    degree = offsets[v + 1] - offsets[v];
  }

  edge_t sum = cg::inclusive_scan(warp, degree, cg::plus<edge_t>());
  if (warp.thread_rank() == warp.size() - 1) warp_sums[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    const edge_t part = warp.thread_rank() < THREADS / 32 ? warp_sums[warp.thread_rank()] : 0;
    warp_sums[warp.thread_rank()] = cg::exclusive_scan(warp, part);
  }
  block.sync();
  sum += warp_sums[warp.meta_group_rank()];
  scan[rank + 1] = sum;
  if (rank == 0) scan[0] = 0;
  block.sync();

  const edge_t total = scan[THREADS];
  for (edge_t e = rank; e < total; e += THREADS) {
    int low = 0, high = THREADS;
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (scan[middle] <= e ? low : high) = middle;
    }
    const vertex_t target = targets[first_edge[low] + (e - scan[low])];
    if (levels[target] == UNSEEN && atomicCAS(&levels[target], UNSEEN, level + 1) == UNSEEN) {
      if (!queue.push(target)) next[atomicAdd(next_size, 1)] = target;
    }
  }
  block.sync();
  const int kept = min(queue.count, CAPACITY);
  if (rank == 0) queue.base = atomicAdd(next_size, kept);
  block.sync();
  for (int i = rank; i < kept; i += THREADS) next[queue.base + i] = queue.items[i];
}

static Graph load(std::istream& in) {
  Graph g;
  std::string line;
  std::vector<std::vector<vertex_t>> adjacency;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    vertex_t a, b;
    words >> a >> b;
    const size_t needed = std::max(a, b) + 1;
    if (adjacency.size() < needed) adjacency.resize(needed);
    adjacency[a].push_back(b);
    adjacency[b].push_back(a);
  }
  g.offsets.push_back(0);
  for (const auto& list : adjacency) {
    g.targets.insert(g.targets.end(), list.begin(), list.end());
    g.offsets.push_back(static_cast<edge_t>(g.targets.size()));
  }
  return g;
}

std::vector<vertex_t> bfs(const Graph& g, vertex_t source) {
  constexpr int threads = 128;
  const int n = static_cast<int>(g.order());
  edge_t* offsets;
  vertex_t *targets, *levels, *queues[2];
  int* sizes;
  cudaMalloc(&offsets, (n + 1) * sizeof(edge_t));
  cudaMalloc(&targets, g.targets.size() * sizeof(vertex_t));
  cudaMalloc(&levels, n * sizeof(vertex_t));
  cudaMalloc(&queues[0], n * sizeof(vertex_t));
  cudaMalloc(&queues[1], n * sizeof(vertex_t));
  cudaMallocManaged(&sizes, 2 * sizeof(int));
  std::vector<vertex_t> result(n, UNSEEN);
  result[source] = 0;
  cudaMemcpy(offsets, g.offsets.data(), (n + 1) * sizeof(edge_t), cudaMemcpyHostToDevice);
  cudaMemcpy(targets, g.targets.data(), g.targets.size() * sizeof(vertex_t), cudaMemcpyHostToDevice);
  cudaMemcpy(levels, result.data(), n * sizeof(vertex_t), cudaMemcpyHostToDevice);
  cudaMemcpy(queues[0], &source, sizeof(vertex_t), cudaMemcpyHostToDevice);
  sizes[0] = 1;
  for (int level = 0, in = 0; sizes[in] > 0; ++level, in = 1 - in) {
    sizes[1 - in] = 0;
    const int blocks = (sizes[in] + threads - 1) / threads;
    expand<threads><<<blocks, threads>>>(offsets, targets, levels, queues[in], sizes[in], queues[1 - in], &sizes[1 - in], level);
    if (auto e = cudaDeviceSynchronize(); e != cudaSuccess) {
      std::cerr << cudaGetErrorString(e) << "\n";
      break;
    }
  }
  cudaMemcpy(result.data(), levels, n * sizeof(vertex_t), cudaMemcpyDeviceToHost);
  for (void* p : {(void*)offsets, (void*)targets, (void*)levels, (void*)queues[0], (void*)queues[1], (void*)sizes}) cudaFree(p);
  return result;
}

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "graph.txt");
  if (!file) return 1;
  const Graph g = load(file);
  const auto levels = bfs(g, 0);
  int deepest = 0;
  for (vertex_t l : levels)
    if (l != UNSEEN) deepest = std::max(deepest, l);
  std::cout << "depth " << deepest << '\n';
}
