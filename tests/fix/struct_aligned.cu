// An alignment makes each struct four words long: its members lie four words apart, and the last word is lost.
// launch: turn<<<2, 64>>>(in, out)
struct __align__(16) Point {
  float x, y, z;
};
__global__ void turn(const float* in, float* out) {
  __shared__ Point points[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  points[t].x = in[3 * i];
  points[t].y = in[3 * i + 1];
  points[t].z = in[3 * i + 2];
  __syncthreads();
  out[i] = points[63 - t].x * points[63 - t].y - points[63 - t].z;
}
