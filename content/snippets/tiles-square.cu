// launch: transpose<<<1, dim3(16, 16)>>>(out, in)
template <int W>
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[16][W];
  int tx = threadIdx.x, ty = threadIdx.y;

  tile[ty][tx] = in[ty * 16 + tx];
  __syncthreads();
  out[ty * 16 + tx] = tile[tx][ty];
}
