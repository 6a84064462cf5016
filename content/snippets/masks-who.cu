float all = shared[2 * tid];

float first, even;
if (tid < 16)
  first = shared[2 * tid];
if (tid % 2 == 0)
  even = shared[2 * tid];
