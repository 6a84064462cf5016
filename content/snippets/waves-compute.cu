float v = shared[tid * s];
float sum = 0;
for (int k = 0; k < 64; k++)
  sum = sum * v + k;
