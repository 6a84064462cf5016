if (tid < k) {
  float v = shared[tid * s];
}
