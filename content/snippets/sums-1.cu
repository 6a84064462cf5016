__shared__ float s[256];
float v = 0;
if (tid < 256 / (2 * d))
  v = s[2 * d * tid];
