if (tid < n) {
  float v = shared[tid * s];
}
