constexpr int swizzle(int i, int B, int M, int S) {
  return i ^ ((i >> S) & (((1 << B) - 1) << M));
}

float along = a[swizzle(tid + 32 * r, B, M, S)];
float down = b[swizzle(tid * 32 + c, B, M, S)];
