// launch: move<<<1, 128>>>(out, in)
struct Group { float x[32], y[32]; };

__global__ void move(float* out, const float* in) {
  __shared__ Group groups[4];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

  groups[warp].x[lane] = in[threadIdx.x];
  groups[warp].y[lane] = in[threadIdx.x + 128];
  __syncthreads();
  Group& next = groups[(warp + 1) % 4];
  out[threadIdx.x] = next.x[lane] + next.y[lane];
}
