// Breadth-first search with a frontier queue staged in shared memory; overflow goes to the global queue.
#include <cuda_runtime.h>
#include <cassert>
#include <iostream>
#include <queue>
#include <vector>

#define BLOCK_QUEUE_SIZE 512
#define NUM_WARP_QUEUES 8
#define WARP_QUEUE_SIZE (BLOCK_QUEUE_SIZE / NUM_WARP_QUEUES)

struct CsrGraph {
  unsigned numVertices;
  unsigned *srcPtrs;
  unsigned *dst;
};

struct WarpQueues {
  unsigned items[WARP_QUEUE_SIZE][NUM_WARP_QUEUES];
  int count[NUM_WARP_QUEUES];
  int limit;

  __device__ void init(int threads) {
    if (threadIdx.x < NUM_WARP_QUEUES) count[threadIdx.x] = 0;
    if (threadIdx.x == 0) limit = threads;
  }
  __device__ bool push(unsigned v) {
    const int q = threadIdx.x % NUM_WARP_QUEUES;
    const int at = atomicAdd(&count[q], 1);
    if (at >= WARP_QUEUE_SIZE) {
      atomicSub(&count[q], 1);
      return false;
    }
    items[at][q] = v;
    return true;
  }
};

__global__ void bfsQueue(CsrGraph graph, unsigned *level, const unsigned *prev, unsigned *curr, unsigned numPrev,
                         unsigned *numCurr, unsigned currLevel) {
  __shared__ WarpQueues queues;
  __shared__ unsigned start[NUM_WARP_QUEUES];
  queues.init(blockDim.x);
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < numPrev) {
    unsigned vertex = prev[i] % graph.numVertices;
    unsigned last = min(graph.srcPtrs[vertex + 1], graph.srcPtrs[vertex] + 8);
    for (unsigned edge = graph.srcPtrs[vertex]; edge < last; ++edge) {
      unsigned neighbor = graph.dst[edge] % graph.numVertices;
      if (atomicCAS(&level[neighbor], 0u, currLevel) == 0u) {
        if (!queues.push(neighbor)) {
          unsigned at = atomicAdd(numCurr, 1);
          curr[at] = neighbor;
        }
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned total = 0;
    for (int q = 0; q < NUM_WARP_QUEUES; ++q) {
      start[q] = total;
      total += queues.count[q];
    }
    const unsigned base = atomicAdd(numCurr, total);
    for (unsigned &s : start) s += base;
  }
  __syncthreads();
  const int q = threadIdx.x % NUM_WARP_QUEUES;
  for (int k = threadIdx.x / NUM_WARP_QUEUES; k < queues.count[q]; k += blockDim.x / NUM_WARP_QUEUES)
    curr[start[q] + k] = queues.items[k][q];
}

__global__ void bfsLevels(const CsrGraph graph, unsigned *level, unsigned *changed, unsigned depth) {
  __shared__ bool any;
  if (threadIdx.x == 0) any = false;
  __syncthreads();
  const unsigned v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < graph.numVertices && level[v] == depth - 1) {
    for (unsigned e = graph.srcPtrs[v]; e < graph.srcPtrs[v + 1]; ++e) {
      if (level[graph.dst[e]] == UINT_MAX) {
        level[graph.dst[e]] = depth;
        any = true;
      }
    }
  }
  __syncthreads();
  if (threadIdx.x == 0 && any) *changed = 1;
}

int main() {
  const unsigned n = 1000;
  std::vector<unsigned> ptrs(n + 1), dst;
  for (unsigned v = 0; v < n; ++v) {
    for (unsigned k = 1; k <= 4; ++k) dst.push_back((v * k + 1) % n);
    ptrs[v + 1] = (unsigned)dst.size();
  }
  CsrGraph g;
  g.numVertices = n;
  cudaMalloc(&g.srcPtrs, ptrs.size() * sizeof(unsigned));
  cudaMalloc(&g.dst, dst.size() * sizeof(unsigned));
  unsigned *level, *a, *b, *counter;
  cudaMalloc(&level, n * sizeof(unsigned));
  cudaMalloc(&a, n * sizeof(unsigned));
  cudaMalloc(&b, n * sizeof(unsigned));
  cudaMalloc(&counter, sizeof(unsigned));
  unsigned numPrev = 1;
  for (unsigned depth = 1; numPrev > 0; ++depth) {
    cudaMemset(counter, 0, sizeof(unsigned));
    const unsigned threads = 256, blocks = (numPrev + threads - 1) / threads;
    bfsQueue<<<blocks, threads>>>(g, level, a, b, numPrev, counter, depth);
    cudaMemcpy(&numPrev, counter, sizeof(unsigned), cudaMemcpyDeviceToHost);
    std::swap(a, b);
    bfsLevels<<<4, 256>>>(g, level, counter, depth);
  }
  assert(cudaGetLastError() == cudaSuccess);
  std::cout << "done\n";
}
