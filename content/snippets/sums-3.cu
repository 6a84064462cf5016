__device__ constexpr int gap(int i) { return i + i / 32; }

float plain = a[2 * d * (tid + 1) - 1];
float padded = b[gap(2 * d * (tid + 1) - 1)];
