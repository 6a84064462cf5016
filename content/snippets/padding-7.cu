__device__ constexpr int gap(int i) { return i + i / 32; }

float v = shared[gap(tid + c)];
