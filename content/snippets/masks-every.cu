if (tid % m == 0) {
  float v = shared[s * tid];
}
