// Comments within brackets stay where they are.
// launch: k<<<1, dim3(32, 32)>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float rows[32 /* rows */][ // columns, rows[32][32]
      32], flat[1024];
  rows[threadIdx.y // row
  ][threadIdx.x /* column ] */] = in[threadIdx.x];
  flat[threadIdx.y * 32 // row
       + threadIdx.x    // column
  ] = in[threadIdx.y];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = rows[threadIdx.x][threadIdx.y] + flat[threadIdx.x * 32 /* row */ + threadIdx.y];
}
