// k-means: centroids in shared memory, per-block partial sums by shared atomics, then a second kernel divides.
#include <cuda_runtime.h>
#include <cfloat>
#include <cstdio>
#include <random>
#include <vector>

template <int DIM>
struct Point {
  float v[DIM];
  __host__ __device__ float& operator[](int i) { return v[i]; }
  __host__ __device__ const float& operator[](int i) const { return v[i]; }
};

template <int DIM>
__device__ __host__ inline float squaredDistance(const Point<DIM>& a, const Point<DIM>& b) {
  float sum = 0.f;
  for (int d = 0; d < DIM; ++d) {
    const float diff = a[d] - b[d];
    sum += diff * diff;
  }
  return sum;
}

template <int DIM>
__global__ void assign(const Point<DIM>* __restrict__ points, const Point<DIM>* __restrict__ centroids, int* labels,
                       float* sums, unsigned* counts, int n, int k, float* inertia) {
  extern __shared__ char raw[];
  auto* s_centroids = reinterpret_cast<Point<DIM>*>(raw);
  auto* s_sums = reinterpret_cast<float*>(s_centroids + k);
  auto* s_counts = reinterpret_cast<unsigned*>(s_sums + k * DIM);
  __shared__ float s_inertia;

  for (int i = threadIdx.x; i < k; i += blockDim.x) {
    s_centroids[i] = centroids[i];
    s_counts[i] = 0;
    for (int d = 0; d < DIM; ++d) s_sums[i * DIM + d] = 0.f;
  }
  if (threadIdx.x == 0) s_inertia = 0.f;
  __syncthreads();

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Point<DIM> p = points[i];
    int best = -1;
    float bestDistance = FLT_MAX;
    for (int c = 0; c < k; ++c) {
      const float distance = squaredDistance(p, s_centroids[c]);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = c;
      }
    }
    labels[i] = best;
    for (int d = 0; d < DIM; ++d) atomicAdd(&s_sums[best * DIM + d], p[d]);
    atomicInc(&s_counts[best], 0xffffffffu);
    atomicAdd(&s_inertia, bestDistance);
  }
  __syncthreads();
  for (int j = threadIdx.x; j < k * DIM; j += blockDim.x) atomicAdd(&sums[j], s_sums[j]);
  for (int j = threadIdx.x; j < k; j += blockDim.x) atomicAdd(&counts[j], s_counts[j]);
  if (threadIdx.x == 0) atomicAdd(inertia, s_inertia);
}

template <int DIM>
__global__ void update(Point<DIM>* centroids, const float* sums, const unsigned* counts, int k) {
  const int c = threadIdx.x;
  if (c >= k) return;
  const float inv = 1.f / fmaxf(1u, counts[c]);
  Point<DIM> mean{};
  for (int d = 0; d < DIM; ++d) mean[d] = sums[c * DIM + d] * inv;
  centroids[c] = mean;
}

int main() {
  constexpr int n = 1000, k = 8, dim = 3;
  using P = Point<dim>;
  std::default_random_engine rng;
  std::normal_distribution<float> gauss;
  std::vector<P> points(n);
  for (auto& p : points)
    for (int d = 0; d < dim; ++d) p[d] = gauss(rng);
  P *dPoints, *dCentroids;
  int* labels;
  float *sums, *inertia;
  unsigned* counts;
  cudaMalloc(&dPoints, n * sizeof(P));
  cudaMalloc(&dCentroids, k * sizeof(P));
  cudaMalloc(&labels, n * sizeof(int));
  cudaMalloc(&sums, k * dim * sizeof(float));
  cudaMalloc(&counts, k * sizeof(unsigned));
  cudaMalloc(&inertia, sizeof(float));
  cudaMemcpy(dPoints, points.data(), n * sizeof(P), cudaMemcpyHostToDevice);
  const size_t shared = k * (sizeof(P) + dim * sizeof(float) + sizeof(unsigned));
  for (int iteration = 0; iteration < 10; ++iteration) {
    cudaMemset(sums, 0, k * dim * sizeof(float));
    assign<dim><<<(n + 127) / 128, 128, shared>>>(dPoints, dCentroids, labels, sums, counts, n, k, inertia);
    update<dim><<<1, 32>>>(dCentroids, sums, counts, k);
  }
  std::printf("done: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
