if (tid < n) {
  float v = shared[tid * 32];
}
