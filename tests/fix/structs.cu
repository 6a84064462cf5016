// An array of structs of eight words: a member of neighbouring structs lies eight words apart.
// launch: advance<<<2, 128>>>(in, out)
struct Body {
  float x, y, z, mass;
  float vx, vy, vz;
  int id;
};
__global__ void advance(const float* in, float* out) {
  __shared__ Body bodies[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  bodies[t].x = in[i];
  bodies[t].vx = in[i] * 0.5f;
  bodies[t].id = i;
  __syncthreads();
  bodies[t].x += bodies[t].vx;
  __syncthreads();
  out[i] = bodies[127 - t].x + bodies[127 - t].id;
}
