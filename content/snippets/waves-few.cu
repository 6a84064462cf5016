if (tid < k) {
  float v = shared[tid * 32];
}
