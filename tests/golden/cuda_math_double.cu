// Mathematical functions of double, by their C names and as overloads.
// launch: k<<<1, 32>>>()
__device__ bool near(double x, double y) { return fabs(x - y) <= 1e-13 * fmax(1.0, fabs(y)); }
__global__ void k() {
  __shared__ double s[32];
  const double x = threadIdx.x * 0.125 + 0.25;
  s[threadIdx.x] = sqrt(x);
  assert(near(s[threadIdx.x] * s[threadIdx.x], x) && near(rsqrt(x), 1 / sqrt(x)));
  assert(near(exp(log(x)), x) && near(pow(x, 2), x * x) && near(sin(x) * sin(x) + cos(x) * cos(x), 1) && near(cospi(1.0), -1));
  assert(near(erf(0.5), 0.52049987781304654) && near(erfinv(0.52049987781304654), 0.5) && near(normcdf(1.0), 0.84134474606854295));
  assert(near(tgamma(6.0), 120) && near(erfcinv(0.01), 1.8213863677184497) && near(normcdfinv(0.5), 0));
  double sine, cosine;
  sincos(x, &sine, &cosine);
  assert(sine == sin(x) && cosine == cos(x) && fma(2.0, 3.0, 4.0) == 10);
  assert(sizeof(sqrt(1.0f)) == 4 && sizeof(sqrt(1.0)) == 8 && sizeof(sqrt(1)) == 8 && sizeof(fmax(1.0f, 2.0f)) == 4);
  assert(floor(-1.5) == -2 && std::max(1.0, 2.0) == 2 && std::abs(-1.5f) == 1.5f && std::sqrt(4.0f) == 2);
}
