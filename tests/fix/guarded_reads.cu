// Elements that only some turns of a loop read are not read all at once: the others may lie behind the end. Nor is
// one that another statement may have written, or another thread.
// launch: k<<<1, 64, 1024>>>(in, out, places, 256)
// input: places[i] = 0
__global__ void k(const float* in, float* out, const int* places, int n) {
  extern __shared__ float open[];
  __shared__ float left[64][4], written[64][4], passed[64][4];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) open[i] = in[i];
  for (int i = t; i < 256; i += 64) left[i / 4][i % 4] = written[i / 4][i % 4] = passed[i / 4][i % 4] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 4; ++i)
    if (t * 4 + i < n) sum += open[t * 4 + i];
  for (int i = 0; i < 4; ++i) {
    if (sum < -1e30f) break;
    sum += left[t][i];
  }
  float a = written[t][0];
  written[t][places[t]] += 1;
  float b = written[t][1], c = written[t][2], d = written[t][3];
  float e = passed[63 - t][0];
  __syncthreads();
  float f = passed[63 - t][1], g = passed[63 - t][2], h = passed[63 - t][3];
  out[t] = sum + a + b + c + d + e + f + g + h;
}
