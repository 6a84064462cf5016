// A template of which nobody says the arguments: what does not fit the guess is a note, and the next kernel runs.
template <class Op>
__global__ void apply(float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = Op()(out[threadIdx.x]);
}
__global__ void store(float* out) {
  __shared__ float s[32];
  s[threadIdx.x] = out[threadIdx.x];
}
