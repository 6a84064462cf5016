// launch: copy<<<1, 64>>>(out, in)
// launch: copy<1, double><<<1, 64>>>(out, in)
template <int STRIDE, typename T>
__global__ void copy(T* out, const T* in) {
  __shared__ T a[64 * STRIDE];
  a[threadIdx.x * STRIDE] = in[threadIdx.x];
  out[threadIdx.x] = a[threadIdx.x * STRIDE];
}
template __global__ void copy<4, float>(float*, const float*);
template __global__ void copy<2, float>(float*, const float*);
