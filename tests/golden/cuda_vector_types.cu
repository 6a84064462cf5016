// The vector types: members, make_ functions, sizes, and what their copies cost.
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float2 two[32];
  __shared__ float3 three[32];
  __shared__ float4 four[32];
  __shared__ uchar4 bytes[32];
  __shared__ double2 wide[32];
  const int i = threadIdx.x;
  two[i] = make_float2(1, 2);
  three[i] = float3{1, 2, 3};
  four[i] = make_float4(1, 2, 3, 4);
  bytes[i] = make_uchar4(1, 2, 3, 4);
  wide[i] = {1, 2};
  const float4 v = four[i];
  const uchar4 b = bytes[i];
  assert(v.x + v.y + v.z + v.w == 10 && b.w == 4 && two[i].y == 2 && three[i].z == 3 && wide[i].y == 2);
  static_assert(sizeof(float3) == 12 && alignof(float4) == 16 && alignof(short4) == 8 && sizeof(longlong2) == 16, "as CUDA has them");
}
