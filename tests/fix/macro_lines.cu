// A macro's body that goes on behind the ends of its lines.
// launch: transpose<<<1, dim3(32, 8)>>>(in, out)
#define AT(r, c) \
  tile[(r) * 32 + \
       (c)]
#define ROW(r, c) rows \
  [r] /* of */ [c]
__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[1024], rows[32][32];
  const int x = threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += 8) AT(r, x) = ROW(r, x) = in[r * 32 + x];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8) out[r * 32 + x] = AT(x, r) + ROW(x, r);
}
