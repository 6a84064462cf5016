// Mathematical functions of float.
// launch: k<<<1, 32>>>()
__device__ bool near(float x, float y) { return fabsf(x - y) <= 2e-6f * fmaxf(1.0f, fabsf(y)); }
__global__ void k() {
  __shared__ float s[32];
  const float x = threadIdx.x * 0.125f + 0.25f;
  s[threadIdx.x] = sqrtf(x);
  assert(near(s[threadIdx.x] * s[threadIdx.x], x));
  assert(near(sinf(x) * sinf(x) + cosf(x) * cosf(x), 1) && near(tanf(x) * cosf(x), sinf(x)));
  assert(near(logf(expf(x)), x) && near(log2f(exp2f(x)), x) && near(log10f(exp10f(x)), x) && near(log1pf(expm1f(x)), x));
  float sine, cosine;
  sincosf(x, &sine, &cosine);
  assert(sine == sinf(x) && cosine == cosf(x));
  sincospif(0.5f, &sine, &cosine);
  assert(sine == 1.0f && fabsf(cosine) < 1e-6f);
  assert(near(powf(x, 3.0f), x * x * x) && near(cbrtf(x * x * x), x) && near(hypotf(3, 4), 5) && near(rhypotf(3, 4), 0.2f));
  assert(near(atan2f(sinf(0.5f), cosf(0.5f)), 0.5f) && near(asinf(0.5f), 0.52359878f) && near(acosf(0.5f), 1.0471976f));
  assert(near(tanhf(atanhf(0.5f)), 0.5f) && near(sinhf(asinhf(x)), x) && near(coshf(acoshf(1 + x)), 1 + x));
  assert(near(erff(0.5f), 0.52049988f) && near(erfcf(0.5f), 0.47950012f) && near(erfinvf(erff(0.5f)), 0.5f));
  assert(near(normcdff(1.0f), 0.84134475f) && near(normcdfinvf(0.84134475f), 1.0f) && near(erfcinvf(0.5f), 0.47693628f));
  assert(near(tgammaf(5.0f), 24.0f) && near(lgammaf(5.0f), 3.1780538f) && near(erfcxf(1.0f), 0.42758358f));
  assert(floorf(-1.5f) == -2 && ceilf(-1.5f) == -1 && truncf(-1.5f) == -1 && roundf(-2.5f) == -3 && rintf(-2.5f) == -2 && nearbyintf(3.5f) == 4);
  assert(fmodf(7.5f, 2) == 1.5f && remainderf(7.5f, 2) == -0.5f && fdimf(3, 5) == 0 && copysignf(2, -1) == -2 && fmaf(2, 3, 4) == 10);
  assert(near(norm3df(2, 3, 6), 7) && near(rnorm3df(2, 3, 6), 1 / 7.0f) && near(norm4df(1, 1, 1, 1), 2));
  int exponent;
  assert(frexpf(12.0f, &exponent) == 0.75f && exponent == 4 && ldexpf(0.75f, 4) == 12 && scalbnf(3, 2) == 12 && ilogbf(12.0f) == 3 && logbf(12.0f) == 3);
  float whole;
  assert(modff(3.25f, &whole) == 0.25f && whole == 3);
  assert(fmaxf(NAN, 1) == 1 && fminf(NAN, 1) == 1 && isnan(NAN) && isinf(INFINITY) && !isfinite(-INFINITY) && signbit(-0.0f));
  assert(lrintf(2.5f) == 2 && lroundf(2.5f) == 3 && llrintf(-2.5f) == -2);
}
