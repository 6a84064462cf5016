// Connected component labelling, block-based union-find (local merge in shared
// memory, border merge in global memory, final flatten). 4-connectivity.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <queue>
#include <set>
#include <cuda_runtime.h>

#define BLOCK_ROWS 16
#define BLOCK_COLS 16

static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

namespace {

__device__ unsigned Find(const volatile int *s_buf, unsigned n)
{
    unsigned label = s_buf[n];
    assert(label > 0);
    while (label - 1 != n) {
        n = label - 1;
        label = s_buf[n];
        assert(label > 0);
    }
    return n;
}

__device__ void Union(int *s_buf, unsigned a, unsigned b)
{
    bool done;
    do {
        a = Find(s_buf, a);
        b = Find(s_buf, b);
        if (a < b) {
            int old = atomicMin(s_buf + b, a + 1);
            done = (old == (int)b + 1);
            b = old - 1;
        } else if (b < a) {
            int old = atomicMin(s_buf + a, b + 1);
            done = (old == (int)a + 1);
            a = old - 1;
        } else {
            done = true;
        }
    } while (!done);
}

__global__ void LocalMerge(const unsigned char *img, int *labels, int rows, int cols)
{
    __shared__ int buf[BLOCK_ROWS * BLOCK_COLS];
    __shared__ unsigned char simg[BLOCK_ROWS * BLOCK_COLS];
    unsigned lr = threadIdx.y, lc = threadIdx.x;
    unsigned li = lr * BLOCK_COLS + lc;
    unsigned gr = blockIdx.y * BLOCK_ROWS + lr, gc = blockIdx.x * BLOCK_COLS + lc;
    unsigned gi = gr * cols + gc;
    bool in_limits = gr < rows && gc < cols;

    buf[li] = li + 1;
    unsigned char v = in_limits ? img[gi] : 0xFF;
    simg[li] = v;
    __syncthreads();

    if (in_limits && v) {
        if (lc > 0 && simg[li - 1] == v) Union(buf, li, li - 1);
        if (lr > 0 && simg[li - BLOCK_COLS] == v) Union(buf, li, li - BLOCK_COLS);
    }
    __syncthreads();

    if (in_limits) {
        if (v) {
            unsigned f = Find(buf, li);
            unsigned fr = f / BLOCK_COLS, fc = f % BLOCK_COLS;
            labels[gi] = (blockIdx.y * BLOCK_ROWS + fr) * cols + (blockIdx.x * BLOCK_COLS + fc) + 1;
        } else
            labels[gi] = 0;
    }
}

__global__ void GlobalMerge(const unsigned char *img, int *labels, int rows, int cols)
{
    unsigned r = blockIdx.y * BLOCK_ROWS + threadIdx.y, c = blockIdx.x * BLOCK_COLS + threadIdx.x;
    if (r >= rows || c >= cols) return;
    unsigned gi = r * cols + c;
    if (!img[gi]) return;
    if (threadIdx.x == 0 && c > 0 && img[gi - 1] == img[gi]) Union(labels, gi, gi - 1);
    if (threadIdx.y == 0 && r > 0 && img[gi - cols] == img[gi]) Union(labels, gi, gi - cols);
}

__global__ void PathCompression(int *labels, int n, int *numComponents)
{
    __shared__ int roots;
    if (threadIdx.x == 0) roots = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && labels[i]) {
        unsigned f = Find(labels, i);
        if (f == i) atomicAdd(&roots, 1);
        labels[i] = f + 1;
    }
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(numComponents, roots);
}

}  // namespace

static int cpuCount(const std::vector<unsigned char> &img, int rows, int cols)
{
    std::vector<char> seen(img.size(), 0);
    int n = 0;
    for (int s = 0; s < rows * cols; ++s) {
        if (!img[s] || seen[s]) continue;
        ++n;
        std::queue<int> q;
        q.push(s); seen[s] = 1;
        while (!q.empty()) {
            int p = q.front(); q.pop();
            int r = p / cols, c = p % cols;
            const int dr[] = {-1, 1, 0, 0}, dc[] = {0, 0, -1, 1};
            for (int k = 0; k < 4; ++k) {
                int rr = r + dr[k], cc = c + dc[k];
                if (rr < 0 || cc < 0 || rr >= rows || cc >= cols) continue;
                int o = rr * cols + cc;
                if (img[o] && !seen[o]) { seen[o] = 1; q.push(o); }
            }
        }
    }
    return n;
}

int main()
{
    const int rows = 100, cols = 140;
    std::vector<unsigned char> img(rows * cols);
    for (auto &p : img) p = (rand() % 100) < 55;
    unsigned char *d_img; int *d_labels, *d_num, num = 0;
    HANDLE_ERROR(cudaMalloc((void **)&d_img, rows * cols));
    HANDLE_ERROR(cudaMalloc((void **)&d_labels, rows * cols * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&d_num, sizeof(int)));
    HANDLE_ERROR(cudaMemset(d_num, 0, sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(d_img, &img[0], rows * cols, cudaMemcpyHostToDevice));
    dim3 grid((cols + BLOCK_COLS - 1) / BLOCK_COLS, (rows + BLOCK_ROWS - 1) / BLOCK_ROWS), block(BLOCK_COLS, BLOCK_ROWS, 1);
    LocalMerge<<<grid, block>>>(d_img, d_labels, rows, cols);
    GlobalMerge<<<grid, block>>>(d_img, d_labels, rows, cols);
    PathCompression<<<(rows * cols + 255) / 256, 256>>>(d_labels, rows * cols, d_num);
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaMemcpy(&num, d_num, sizeof(int), cudaMemcpyDeviceToHost));
    std::vector<int> labels(rows * cols);
    HANDLE_ERROR(cudaMemcpy(labels.data(), d_labels, rows * cols * sizeof(int), cudaMemcpyDeviceToHost));
    std::set<int> distinct(labels.begin(), labels.end());
    distinct.erase(0);
    int ref = cpuCount(img, rows, cols);
    printf("components: gpu %d, distinct %zu, cpu %d\n", num, distinct.size(), ref);
    cudaFree(d_img); cudaFree(d_labels); cudaFree(d_num);
    return num == ref ? 0 : 1;
}
