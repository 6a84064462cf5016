__shared__ float tile[32][32];
if (tid < 8) {
  float v = tile[tid][tid & ((1 << B) - 1)];
}
