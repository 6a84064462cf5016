if (tid < 4) {
  float v = shared[tid * s];
}
