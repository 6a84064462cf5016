// The fast versions: computed as exactly as the others.
// launch: k<<<1, 32>>>()
__device__ bool near(float x, float y) { return fabsf(x - y) <= 4e-6f * fmaxf(1.0f, fabsf(y)); }
__global__ void k() {
  __shared__ float s[32];
  const float x = threadIdx.x * 0.0625f + 0.25f;
  s[threadIdx.x] = __fdividef(x, 2);
  assert(s[threadIdx.x] == x / 2);
  assert(near(__expf(x), expf(x)) && near(__logf(x), logf(x)) && near(__log2f(x), log2f(x)) && near(__powf(x, 2), x * x));
  assert(near(__sinf(x), sinf(x)) && near(__cosf(x), cosf(x)) && near(__tanf(x), tanf(x)) && near(__exp10f(x), exp10f(x)));
  float sine, cosine;
  __sincosf(x, &sine, &cosine);
  assert(near(sine, sinf(x)) && near(cosine, cosf(x)));
  assert(near(rsqrtf(x) * sqrtf(x), 1) && near(__frsqrt_rn(x), rsqrtf(x)) && near(__frcp_rn(x), 1 / x));
  assert(__saturatef(1.5f) == 1 && __saturatef(-1) == 0 && __saturatef(0.5f) == 0.5f && __fmaf_rn(2, 3, 4) == 10);
  assert(__fadd_rn(1, 2) == 3 && __fmul_rn(2, 3) == 6 && __fsub_rn(2, 3) == -1 && __fdiv_rn(1, 4) == 0.25f && __fsqrt_rn(4) == 2);
}
