constexpr int swizzle(int byte, int B) {
  return byte ^ ((byte >> 3) & (((1 << B) - 1) << 4));
}

__shared__ alignas(1024) char tile[4096];

int at = tid * (16 << B) + 16 * chunk;
float4 part = *reinterpret_cast<float4*>(&tile[swizzle(at, B)]);
