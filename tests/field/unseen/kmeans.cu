// K-means (Lloyd) with assignment + per-block partial sums in shared memory
#include <cuda_runtime.h>
#include <algorithm>
#include <cfloat>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <vector>

struct Point {
  float x{0}, y{0};
};
using DataFrame = std::vector<Point>;

struct Data {
  Data(int size) : size(size), bytes(size * sizeof(float)) {
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
  }
  Data(int size, const std::vector<float>& h_x, const std::vector<float>& h_y) : size(size), bytes(size * sizeof(float)) {
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMemcpy(x, h_x.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(y, h_y.data(), bytes, cudaMemcpyHostToDevice);
  }
  ~Data() {
    cudaFree(x);
    cudaFree(y);
  }
  void clear() {
    cudaMemset(x, 0, bytes);
    cudaMemset(y, 0, bytes);
  }
  float* x{nullptr};
  float* y{nullptr};
  int size{0};
  int bytes{0};
};

__device__ float squared_l2_distance(float x_1, float y_1, float x_2, float y_2) {
  return (x_1 - x_2) * (x_1 - x_2) + (y_1 - y_2) * (y_1 - y_2);
}

// Each block accumulates k partial sums with shared-memory atomics.
__global__ void assign_clusters(const float* __restrict__ data_x, const float* __restrict__ data_y, int data_size,
                                const float* __restrict__ means_x, const float* __restrict__ means_y,
                                float* __restrict__ new_sums_x, float* __restrict__ new_sums_y, int k,
                                int* __restrict__ counts, std::uint8_t* labels) {
  extern __shared__ __align__(16) unsigned char raw[];
  float* s_mean_x = reinterpret_cast<float*>(raw);
  float* s_mean_y = s_mean_x + k;
  float* s_sum_x = s_mean_y + k;
  float* s_sum_y = s_sum_x + k;
  int* s_count = reinterpret_cast<int*>(s_sum_y + k);

  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = threadIdx.x; i < k; i += blockDim.x) {
    s_mean_x[i] = means_x[i];
    s_mean_y[i] = means_y[i];
    s_sum_x[i] = s_sum_y[i] = 0.f;
    s_count[i] = 0;
  }
  __syncthreads();

  if (index < data_size) {
    const float x = data_x[index];
    const float y = data_y[index];
    float best_distance = FLT_MAX;
    int best_cluster = -1;
    for (int cluster = 0; cluster < k; ++cluster) {
      const float distance = squared_l2_distance(x, y, s_mean_x[cluster], s_mean_y[cluster]);
      if (distance < best_distance) {
        best_distance = distance;
        best_cluster = cluster;
      }
    }
    labels[index] = static_cast<std::uint8_t>(best_cluster);
    atomicAdd(s_sum_x + best_cluster, x);
    atomicAdd(s_sum_y + best_cluster, y);
    atomicAdd(s_count + best_cluster, 1);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < k; i += blockDim.x) {
    if (!s_count[i]) continue;
    atomicAdd(&new_sums_x[i], s_sum_x[i]);
    atomicAdd(&new_sums_y[i], s_sum_y[i]);
    atomicAdd(&counts[i], s_count[i]);
  }
}

// One block of k threads: new means, and the total shift by a warp shuffle reduction.
__global__ void compute_new_means(float* means_x, float* means_y, const float* new_sum_x, const float* new_sum_y, const int* counts, float* shift) {
  __shared__ float moved[32];
  const int cluster = threadIdx.x;
  const int count = max(1, counts[cluster]);
  const float nx = new_sum_x[cluster] / count, ny = new_sum_y[cluster] / count;
  float d = squared_l2_distance(nx, ny, means_x[cluster], means_y[cluster]);
  means_x[cluster] = nx;
  means_y[cluster] = ny;
  const unsigned active = __activemask();
  moved[cluster] = d;
  __syncwarp(active);
  if (cluster == 0) {
    float total = 0.f;
    for (int i = 0; i < blockDim.x; ++i) total += moved[i];
    *shift = total;
  }
}

int main(int argc, const char* argv[]) {
  const int k = argc > 1 ? std::stoi(argv[1]) : 5;
  const int number_of_iterations = argc > 2 ? std::atoi(argv[2]) : 10;
  const int n = 8000;
  std::mt19937 rng(std::random_device{}());
  std::normal_distribution<float> noise(0.f, 0.5f);
  std::vector<float> h_x, h_y;
  h_x.reserve(n);
  h_y.reserve(n);
  for (int i = 0; i < n; ++i) {
    const int c = i % k;
    h_x.push_back(3.f * c + noise(rng));
    h_y.push_back((c % 2 ? 4.f : -4.f) + noise(rng));
  }
  Data d_data(n, h_x, h_y);
  std::shuffle(h_x.begin(), h_x.end(), rng);
  std::shuffle(h_y.begin(), h_y.end(), rng);
  Data d_means(k, h_x, h_y), d_sums(k);
  int* d_counts;
  std::uint8_t* d_labels;
  float* d_shift;
  cudaMalloc(&d_counts, k * sizeof(int));
  cudaMalloc(&d_labels, n);
  cudaMalloc(&d_shift, sizeof(float));

  const int threads = 256;
  const int blocks = (n + threads - 1) / threads;
  const int shared = k * (4 * sizeof(float) + sizeof(int));
  const auto start = std::chrono::high_resolution_clock::now();
  float shift = 0;
  for (int iteration = 0; iteration < number_of_iterations; ++iteration) {
    cudaMemset(d_counts, 0, k * sizeof(int));
    d_sums.clear();
    assign_clusters<<<blocks, threads, shared>>>(d_data.x, d_data.y, d_data.size, d_means.x, d_means.y, d_sums.x, d_sums.y, k, d_counts, d_labels);
    cudaDeviceSynchronize();
    compute_new_means<<<1, k>>>(d_means.x, d_means.y, d_sums.x, d_sums.y, d_counts, d_shift);
    cudaDeviceSynchronize();
    cudaMemcpy(&shift, d_shift, sizeof(float), cudaMemcpyDeviceToHost);
    if (shift < 1e-8f) break;
  }
  const auto end = std::chrono::high_resolution_clock::now();
  const auto duration = std::chrono::duration_cast<std::chrono::duration<float>>(end - start);
  std::cerr << "Took: " << duration.count() << "s" << std::endl;

  std::vector<float> mean_x(k), mean_y(k);
  cudaMemcpy(mean_x.data(), d_means.x, d_means.bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(mean_y.data(), d_means.y, d_means.bytes, cudaMemcpyDeviceToHost);
  for (int c = 0; c < k; ++c) std::cout << mean_x[c] << " " << mean_y[c] << std::endl;
  cudaFree(d_counts);
  cudaFree(d_labels);
  cudaFree(d_shift);
}
