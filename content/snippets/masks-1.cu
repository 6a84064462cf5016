if (tid >= 24) {
  float v = shared[32 * tid];
}
