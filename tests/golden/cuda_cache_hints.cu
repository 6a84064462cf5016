// Loads and stores with a cache hint are loads and stores.
// launch: k<<<1, 32>>>(in, out, pairs)
__global__ void k(const float* in, float* out, float4* pairs) {
  __shared__ float s[32];
  const int i = threadIdx.x;
  s[i] = __ldg(&in[i]) + __ldg(in + i) + __ldcs(&in[i]) + __ldcg(&in[i]) + __ldca(&in[i]) + __ldlu(&in[i]) + __ldcv(&in[i]);
  __stcs(&out[i], s[i]);
  __stcg(&out[i], s[i]);
  __stwb(&out[i], s[i]);
  __stwt(&out[i], s[i]);
  assert(s[i] == 7.0f * i && out[i] == s[i]);
  __stcs(&pairs[i], make_float4(1, 2, 3, 4));
  assert(__ldcs(&pairs[i]).w == 4.0f);
}
