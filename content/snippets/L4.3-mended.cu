// launch: turn<<<1, dim3(32, 32)>>>(out, in)
__global__ void turn(float* out, const float* in) {
  __shared__ float tile[32][33];
  int tx = threadIdx.x, ty = threadIdx.y;

  tile[tx][ty] = in[ty * 32 + tx];
  __syncthreads();
  out[ty * 32 + tx] = tile[ty][31 - tx];
}
