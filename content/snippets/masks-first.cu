float all = shared[s * tid];
if (tid < k)
  float v = shared[s * tid];
