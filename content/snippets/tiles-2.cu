// launch: transpose<<<1, dim3(8, 8)>>>(out, in)
__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[8][8];
  int tx = threadIdx.x, ty = threadIdx.y;

  tile[ty][tx] = in[ty * 8 + tx];
  __syncthreads();
  out[ty * 8 + tx] = tile[tx][ty];
}
