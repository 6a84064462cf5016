if (tid < m) {
  float v = shared[tid * 32];
}
