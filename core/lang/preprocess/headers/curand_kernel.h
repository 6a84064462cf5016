// curand's generators in kernels (cuRAND guide, "Device API"): their states are as large as CUDA's, their numbers are another
// generator's, of the same distributions.
// Included as: curand_kernel.h, curand_philox4x32_x.h, curand_mrg32k3a.h, curand_normal.h, curand_uniform.h
// Taken in for: curand_init, curand_uniform, curand_normal, curandState, curandState_t
struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int d;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
  unsigned int d;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

template <typename State>
__device__ inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                                   State* state) {
  __banklab_note("curand's numbers are made by another generator here: they are spread as CUDA's are, and are not the same");
  const unsigned long long mixed = (seed ^ sequence * 0x9e3779b97f4a7c15ull) + offset;
  state->d = static_cast<unsigned int>(mixed ^ mixed >> 32) * 2654435769u;
}
template <typename State>
__device__ inline unsigned int curand(State* state) {
  state->d += 0x9e3779b9u;
  unsigned int x = state->d;
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}
template <typename State>
__device__ inline uint4 curand4(State* state) {
  uint4 all;
  all.x = curand(state);
  all.y = curand(state);
  all.z = curand(state);
  all.w = curand(state);
  return all;
}
template <typename State>
__device__ inline void skipahead(unsigned long long count, State* state) {
  state->d += static_cast<unsigned int>(count) * 0x9e3779b9u;
}
// In (0, 1], as CUDA's are.
template <typename State>
__device__ inline float curand_uniform(State* state) {
  return curand(state) * 2.3283064e-10f + 1.1641532e-10f;
}
template <typename State>
__device__ inline double curand_uniform_double(State* state) {
  return curand(state) * 2.3283064365386963e-10 + 1.1641532182693481e-10;
}
template <typename State>
__device__ inline float2 curand_normal2(State* state) {
  const float length = sqrtf(-2.0f * logf(curand_uniform(state))), turn = curand_uniform(state);
  return make_float2(length * sinpif(2.0f * turn), length * cospif(2.0f * turn));
}
template <typename State>
__device__ inline float curand_normal(State* state) {
  return curand_normal2(state).x;
}
template <typename State>
__device__ inline double2 curand_normal2_double(State* state) {
  const double length = sqrt(-2.0 * log(curand_uniform_double(state))), turn = curand_uniform_double(state);
  return make_double2(length * sinpi(2.0 * turn), length * cospi(2.0 * turn));
}
template <typename State>
__device__ inline double curand_normal_double(State* state) {
  return curand_normal2_double(state).x;
}
template <typename State>
__device__ inline float curand_log_normal(State* state, float mean, float deviation) {
  return expf(mean + deviation * curand_normal(state));
}
template <typename State>
__device__ inline float4 curand_uniform4(State* state) {
  float4 all;
  all.x = curand_uniform(state);
  all.y = curand_uniform(state);
  all.z = curand_uniform(state);
  all.w = curand_uniform(state);
  return all;
}
template <typename State>
__device__ inline float4 curand_normal4(State* state) {
  const float2 a = curand_normal2(state), b = curand_normal2(state);
  return make_float4(a.x, a.y, b.x, b.y);
}
template <typename State>
__device__ inline double2 curand_uniform2_double(State* state) {
  const double first = curand_uniform_double(state);
  return make_double2(first, curand_uniform_double(state));
}
// Knuth's way, for the small means that kernels ask for.
template <typename State>
__device__ inline unsigned int curand_poisson(State* state, double mean) {
  const double least = exp(-mean);
  double product = curand_uniform_double(state);
  unsigned int count = 0;
  for (; product > least && count < 1000; ++count) product *= curand_uniform_double(state);
  return count;
}
