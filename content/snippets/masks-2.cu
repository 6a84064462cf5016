if (tid % 4 == 0)
  float v = shared[s * tid];
if (tid < 8)
  float w = shared[s * tid];
