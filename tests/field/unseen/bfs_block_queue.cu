// Level-synchronous BFS, per-block frontier queue in shared memory with spill to global queue
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <vector>
#include <queue>
#include <algorithm>
#include <cuda.h>
#include <cuda_runtime.h>

#define BLOCK_SIZE 512
#define BQ_CAPACITY 2048
#define NUM_WARP_QUEUES 8
#define WQ_CAPACITY (BQ_CAPACITY / NUM_WARP_QUEUES)
#define INF INT_MAX

#define CUDA_ERRCK { cudaError_t err; if ((err = cudaGetLastError()) != cudaSuccess) { printf("CUDA error: %s, line %d\n", cudaGetErrorString(err), __LINE__); return -1; } }

struct Graph { int n, m; int *row; int *col; };

__device__ __forceinline__ unsigned lane_id()
{
    unsigned ret;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(ret));
    return ret;
}

__global__ void bfs_block_queue(const int *__restrict__ nodePtrs, const int *__restrict__ nodeNeighbors, int *level, const int *currLevelNodes,
                                int *nextLevelNodes, const int numCurr, int *numNext, int depth)
{
    __shared__ int bq[BQ_CAPACITY];
    __shared__ int bqCount, bqStart;
    if (threadIdx.x == 0) bqCount = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < numCurr; i += gridDim.x * blockDim.x) {
        const int node = currLevelNodes[i];
        for (int e = nodePtrs[node]; e < nodePtrs[node + 1]; ++e) {
            const int nb = nodeNeighbors[e];
            if (atomicCAS(&level[nb], INF, depth) == INF) {
                const int slot = atomicAdd(&bqCount, 1);
                if (slot < BQ_CAPACITY) {
                    bq[slot] = nb;
                } else {
                    bqCount = BQ_CAPACITY;
                    nextLevelNodes[atomicAdd(numNext, 1)] = nb;
                }
            }
        }
    }
    __syncthreads();
    const int count = min(bqCount, BQ_CAPACITY);
    if (threadIdx.x == 0) bqStart = atomicAdd(numNext, count);
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x) nextLevelNodes[bqStart + i] = bq[i];
}

__global__ void bfs_warp_queue(const int *__restrict__ nodePtrs, const int *__restrict__ nodeNeighbors, int *level, const int *currLevelNodes,
                               int *nextLevelNodes, const int numCurr, int *numNext, int depth)
{
    __shared__ int wq[WQ_CAPACITY][NUM_WARP_QUEUES];
    __shared__ int wqCount[NUM_WARP_QUEUES], wqOffset[NUM_WARP_QUEUES], base;
    const int q = lane_id() % NUM_WARP_QUEUES;
    if (threadIdx.x < NUM_WARP_QUEUES) wqCount[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < numCurr; i += gridDim.x * blockDim.x) {
        const int node = currLevelNodes[i];
        for (int e = nodePtrs[node]; e < nodePtrs[node + 1]; ++e) {
            const int nb = nodeNeighbors[e];
            if (atomicCAS(&level[nb], INF, depth) != INF) continue;
            const int slot = atomicAdd(&wqCount[q], 1);
            if (slot < WQ_CAPACITY) wq[slot][q] = nb;
            else { atomicSub(&wqCount[q], 1); nextLevelNodes[atomicAdd(numNext, 1)] = nb; }
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        int total = 0;
        for (int k = 0; k < NUM_WARP_QUEUES; ++k) { wqOffset[k] = total; total += wqCount[k]; }
        base = atomicAdd(numNext, total);
    }
    __syncthreads();
    const int step = blockDim.x / NUM_WARP_QUEUES, k = threadIdx.x % NUM_WARP_QUEUES;
    for (int i = threadIdx.x / NUM_WARP_QUEUES; i < wqCount[k]; i += step) nextLevelNodes[base + wqOffset[k] + i] = wq[i][k];
}

static int run(const Graph &g, int src, bool warpQueue, std::vector<int> &out)
{
    int *row, *col, *level, *cur, *next, *numNext, n = 1, depth = 1;
    cudaMalloc((void **)&row, (g.n + 1) * sizeof(int));
    cudaMalloc((void **)&col, g.m * sizeof(int));
    cudaMalloc((void **)&level, g.n * sizeof(int));
    cudaMalloc((void **)&cur, g.n * sizeof(int));
    cudaMalloc((void **)&next, g.n * sizeof(int));
    cudaMalloc((void **)&numNext, sizeof(int));
    out.assign(g.n, INF);
    out[src] = 0;
    cudaMemcpy(row, g.row, (g.n + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(col, g.col, g.m * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(level, out.data(), g.n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(cur, &src, sizeof(int), cudaMemcpyHostToDevice);
    CUDA_ERRCK
    while (n > 0) {
        cudaMemset(numNext, 0, sizeof(int));
        const int numBlocks = std::min((n - 1) / BLOCK_SIZE + 1, 35);
        auto kernel = warpQueue ? bfs_warp_queue : bfs_block_queue;
        kernel<<<numBlocks, BLOCK_SIZE>>>(row, col, level, cur, next, n, numNext, depth++);
        CUDA_ERRCK
        cudaMemcpy(&n, numNext, sizeof(int), cudaMemcpyDeviceToHost);
        std::swap(cur, next);
    }
    cudaMemcpy(out.data(), level, g.n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(row); cudaFree(col); cudaFree(level); cudaFree(cur); cudaFree(next); cudaFree(numNext);
    return 0;
}

int main()
{
    const int n = 6000, deg = 4;
    std::vector<int> row(n + 1), col;
    for (int i = 0; i < n; ++i) {
        row[i] = (int)col.size();
        for (int k = 0; k < deg; ++k) col.push_back(k ? rand() % n : (i + 1) % n);
    }
    row[n] = (int)col.size();
    Graph g = {n, (int)col.size(), row.data(), col.data()};
    std::vector<int> ref(n, INF), a, b;
    std::queue<int> q; q.push(0); ref[0] = 0;
    while (!q.empty()) {
        int u = q.front(); q.pop();
        for (int e = row[u]; e < row[u + 1]; ++e) if (ref[col[e]] == INF) { ref[col[e]] = ref[u] + 1; q.push(col[e]); }
    }
    if (run(g, 0, false, a) || run(g, 0, true, b)) return 1;
    printf("block queue %s, warp queue %s\n", a == ref ? "ok" : "WRONG", b == ref ? "ok" : "WRONG");
    return !(a == ref && b == ref);
}
