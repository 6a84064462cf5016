// Complex numbers by CUDA's names: eight bytes for each lane are one request of two passes.
#include <cuComplex.h>
#include <cufft.h>

// launch: twist<<<1, 32>>>(out, in)
__global__ void twist(cufftComplex* out, const cuFloatComplex* in) {
  __shared__ cuFloatComplex s[64];
  const cuFloatComplex w = make_cuFloatComplex(0.6f, 0.8f);
  s[threadIdx.x] = cuCmulf(in[threadIdx.x], w);
  s[threadIdx.x + 32] = cuCdivf(cuCaddf(in[threadIdx.x], cuConjf(w)), cuCsubf(w, make_cuComplex(1, 0)));
  __syncthreads();
  const cuDoubleComplex d = cuCmul(cuComplexFloatToDouble(s[2 * threadIdx.x]), make_cuDoubleComplex(2, 0));
  out[threadIdx.x] = cuComplexDoubleToFloat(d);
  out[32].x = cuCabsf(w) + cuCrealf(w) + cuCimagf(cuCfmaf(w, w, w));
}
