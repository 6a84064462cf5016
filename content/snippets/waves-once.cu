float sum = shared[tid * 32];
for (int k = 0; k < 64; k++)
  sum += shared[tid * 2 + 64 * k];
