if (tid < 16) {
  float v = shared[tid * 12];
}
