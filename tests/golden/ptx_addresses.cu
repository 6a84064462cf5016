// launch: k<<<1, 32>>>(out)
__global__ void k(float* out) {
  __shared__ float s[64];
  unsigned t = threadIdx.x;
  s[2 * t] = t;
  unsigned long long wide;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(wide) : "l"(&s[2 * t]));
  assert(wide == __cvta_generic_to_shared(&s[2 * t]) && wide == 8 * t);
  float x, y;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(x) : "l"(wide));
  y = *static_cast<float*>(__cvta_shared_to_generic(wide));
  assert(x == t && y == t);
  assert(__isShared(s) && !__isGlobal(s) && __isGlobal(out) && __isLocal(&x) && !__isShared(&x));
  out[t] = x;
}
