__device__ constexpr int gap(int i) { return i + i / 32; }

float plain = a[tid * s + c];
float padded = b[gap(tid * s + c)];
