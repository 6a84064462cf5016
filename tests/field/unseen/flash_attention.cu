// Minimal flash-attention forward (online softmax), causal option, fp32 and a warp-per-row variant.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#define CHECK(cmd) do { cudaError_t e = cmd; if (e != cudaSuccess) { \
  printf("Failed: Cuda error %s:%d '%s'\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(EXIT_FAILURE); } } while (0)

__global__ void forward_kernel(const float* Q, const float* K, const float* V, const int N, const int d,
                               const int Tc, const int Tr, const int Bc, const int Br, const float softmax_scale,
                               float* l, float* m, float* O) {
  int tx = threadIdx.x;
  int bx = blockIdx.x, by = blockIdx.y;  // batch and head index
  int qkv_offset = (bx * gridDim.y * N * d) + (by * N * d);
  int lm_offset = (bx * gridDim.y * N) + (by * N);

  extern __shared__ float sram[];
  int tile_size = Bc * d;
  float* Qi = sram;
  float* Kj = &sram[tile_size];
  float* Vj = &sram[tile_size * 2];
  float* S = &sram[tile_size * 3];

  for (int j = 0; j < Tc; j++) {
    for (int x = 0; x < d; x++) {
      Kj[(tx * d) + x] = K[qkv_offset + (tile_size * j) + (tx * d) + x];
      Vj[(tx * d) + x] = V[qkv_offset + (tile_size * j) + (tx * d) + x];
    }
    __syncthreads();
    for (int i = 0; i < Tr; i++) {
      for (int x = 0; x < d; x++) Qi[(tx * d) + x] = Q[qkv_offset + (tile_size * i) + (tx * d) + x];
      float row_m_prev = m[lm_offset + (Br * i) + tx];
      float row_l_prev = l[lm_offset + (Br * i) + tx];
      float row_m = -INFINITY;
      for (int y = 0; y < Bc; y++) {
        float sum = 0;
        for (int x = 0; x < d; x++) sum += Qi[(tx * d) + x] * Kj[(y * d) + x];
        sum *= softmax_scale;
        S[(Bc * tx) + y] = sum;
        if (sum > row_m) row_m = sum;
      }
      float row_l = 0;
      for (int y = 0; y < Bc; y++) {
        S[(Bc * tx) + y] = __expf(S[(Bc * tx) + y] - row_m);
        row_l += S[(Bc * tx) + y];
      }
      float row_m_new = max(row_m_prev, row_m);
      float row_l_new = (__expf(row_m_prev - row_m_new) * row_l_prev) + (__expf(row_m - row_m_new) * row_l);
      for (int x = 0; x < d; x++) {
        float pv = 0;
        for (int y = 0; y < Bc; y++) pv += S[(Bc * tx) + y] * Vj[(y * d) + x];
        float* o = &O[qkv_offset + (tile_size * i) + (tx * d) + x];
        *o = (1 / row_l_new) * ((row_l_prev * __expf(row_m_prev - row_m_new) * *o) + (__expf(row_m - row_m_new) * pv));
      }
      m[lm_offset + (Br * i) + tx] = row_m_new;
      l[lm_offset + (Br * i) + tx] = row_l_new;
    }
    __syncthreads();
  }
}

template <int D, int BR, int BC, bool CAUSAL>
__global__ __launch_bounds__(BR * 32) void flash_warp(const float* __restrict__ q, const float* __restrict__ k,
                                                      const float* __restrict__ v, float* __restrict__ o, int n, float scale) {
  static_assert(BC == 32 && D % 32 == 0);
  constexpr int EPT = D / 32;
  __shared__ float sQ[BR][D];
  __shared__ float sK[BC][D + 1];
  __shared__ float4 sV[BC][D / 4];
  __shared__ float sP[BR][BC];
  const int lane = threadIdx.x, row = threadIdx.y, t = row * 32 + lane;
  const size_t base = (size_t)blockIdx.y * n * D;
  const int qr = blockIdx.x * BR + row;
#pragma unroll
  for (int e = 0; e < EPT; ++e) sQ[row][lane + 32 * e] = qr < n ? q[base + (size_t)qr * D + lane + 32 * e] * scale : 0.f;

  float acc[EPT] = {0.f}, mi = -INFINITY, li = 0.f;
  const int last = CAUSAL ? min(n, (int)(blockIdx.x + 1) * BR) : n;
  for (int c0 = 0; c0 < last; c0 += BC) {
    __syncthreads();
    for (int i = t; i < BC * D; i += BR * 32) {
      int r = i / D, c = i % D;
      sK[r][c] = c0 + r < n ? k[base + (size_t)(c0 + r) * D + c] : 0.f;
    }
    for (int i = t; i < BC * D / 4; i += BR * 32) {
      int r = i / (D / 4), c = i % (D / 4);
      sV[r][c] = c0 + r < n ? reinterpret_cast<const float4*>(v + base + (size_t)(c0 + r) * D)[c] : make_float4(0, 0, 0, 0);
    }
    __syncthreads();
    float s = 0.f;
#pragma unroll 8
    for (int x = 0; x < D; ++x) s = fmaf(sQ[row][x], sK[lane][x], s);
    const int kc = c0 + lane;
    if (kc >= n || (CAUSAL && kc > qr)) s = -INFINITY;
    float mx = s;
    for (int w = 16; w; w >>= 1) mx = fmaxf(mx, __shfl_xor_sync(~0u, mx, w));
    const float mn = fmaxf(mi, mx), p = mn == -INFINITY ? 0.f : __expf(s - mn);
    float sum = p;
    for (int w = 16; w; w >>= 1) sum += __shfl_xor_sync(~0u, sum, w);
    const float corr = mi == -INFINITY ? 0.f : __expf(mi - mn);
    li = li * corr + sum;
    mi = mn;
    sP[row][lane] = p;
    __syncwarp();
    const float* vf = reinterpret_cast<const float*>(&sV[0][0]);
#pragma unroll
    for (int e = 0; e < EPT; ++e) {
      acc[e] *= corr;
      for (int y = 0; y < BC; ++y) acc[e] += sP[row][y] * vf[y * D + lane + 32 * e];
    }
    __syncwarp();
  }
  if (qr < n)
    for (int e = 0; e < EPT; ++e) o[base + (size_t)qr * D + lane + 32 * e] = acc[e] / li;
}

int main() {
  const int B = 1, H = 2, N = 64, D = 32;
  const size_t cnt = (size_t)B * H * N * D;
  std::default_random_engine gen(42);
  std::normal_distribution<float> nd;
  std::vector<float> q(cnt), k(cnt), v(cnt), o1(cnt), o2(cnt), lm(B * H * N, 0.f), mm(B * H * N, -INFINITY);
  for (auto* p : {&q, &k, &v}) for (auto& e : *p) e = nd(gen);
  float *dq, *dk, *dv, *dO, *dl, *dm;
  CHECK(cudaMalloc(&dq, cnt * 4)); CHECK(cudaMalloc(&dk, cnt * 4)); CHECK(cudaMalloc(&dv, cnt * 4));
  CHECK(cudaMalloc(&dO, cnt * 4)); CHECK(cudaMalloc(&dl, lm.size() * 4)); CHECK(cudaMalloc(&dm, mm.size() * 4));
  CHECK(cudaMemcpy(dq, q.data(), cnt * 4, cudaMemcpyDefault));
  CHECK(cudaMemcpy(dk, k.data(), cnt * 4, cudaMemcpyDefault));
  CHECK(cudaMemcpy(dv, v.data(), cnt * 4, cudaMemcpyDefault));
  CHECK(cudaMemcpy(dl, lm.data(), lm.size() * 4, cudaMemcpyDefault));
  CHECK(cudaMemcpy(dm, mm.data(), mm.size() * 4, cudaMemcpyDefault));
  CHECK(cudaMemset(dO, 0, cnt * 4));
  const int Bc = 32, Br = 32, Tc = ceil((float)N / Bc), Tr = ceil((float)N / Br);
  const float scale = 1.0 / sqrt(D);
  const int sram_size = (3 * Bc * D * sizeof(float)) + (Bc * Br * sizeof(float));
  int max_sram_size;
  CHECK(cudaDeviceGetAttribute(&max_sram_size, cudaDevAttrMaxSharedMemoryPerBlock, 0));
  printf("Max shared memory: %d, requested shared memory: %d\n", max_sram_size, sram_size);
  forward_kernel<<<dim3(B, H), dim3(Bc), sram_size>>>(dq, dk, dv, N, D, Tc, Tr, Bc, Br, scale, dl, dm, dO);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(o1.data(), dO, cnt * 4, cudaMemcpyDeviceToHost));
  flash_warp<D, 4, 32, false><<<dim3((N + 3) / 4, B * H), dim3(32, 4)>>>(dq, dk, dv, dO, N, scale);
  CHECK(cudaMemcpy(o2.data(), dO, cnt * 4, cudaMemcpyDeviceToHost));
  flash_warp<D, 8, 32, true><<<dim3((N + 7) / 8, B * H), dim3(32, 8)>>>(dq, dk, dv, dO, N, scale);
  CHECK(cudaDeviceSynchronize());
  float diff = 0;
  for (size_t i = 0; i < cnt; i++) diff = std::max(diff, std::fabs(o1[i] - o2[i]));
  printf("max diff %g\n", diff);
  for (float* p : {dq, dk, dv, dO, dl, dm}) cudaFree(p);
  return diff < 1e-3f ? 0 : 1;
}
