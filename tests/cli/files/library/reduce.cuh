__device__ inline float sum(const float* data) {
  float total = 0;
  for (int i = 0; i < 4; ++i) total += data[32 * i];
  return total;
}
