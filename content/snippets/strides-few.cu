if (tid < m) {
  float v = shared[tid * s];
}
