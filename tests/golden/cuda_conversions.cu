// Conversions with a named rounding, and bits as another type.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ int s[32];
  s[threadIdx.x] = __float2int_rn(2.5f);
  assert(s[threadIdx.x] == 2 && __float2int_rz(-2.7f) == -2 && __float2int_rd(-2.1f) == -3 && __float2int_ru(2.1f) == 3);
  assert(__float2uint_rn(3.5f) == 4u && __double2int_rn(2.5) == 2 && __float2ll_rz(1e12f) == 999999995904ll && __double2ull_rd(2.9) == 2);
  assert(static_cast<int>(3e9f) == 2147483647 && static_cast<unsigned>(-1.0f) == 0u && static_cast<int>(NAN) == 0);
  assert(__int2float_rn(16777217) == 16777216.0f && __uint2float_rn(5u) == 5.0f && __ll2float_rn(1ll << 40) == 1099511627776.0f);
  assert(__float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f && __float_as_uint(-0.0f) == 0x80000000u);
  assert(__double_as_longlong(1.0) == 0x3ff0000000000000ll && __longlong_as_double(0x4000000000000000ll) == 2.0);
  assert(__hiloint2double(0x3ff00000, 0) == 1.0 && __double2hiint(1.0) == 0x3ff00000 && __double2loint(1.0) == 0);
}
