// launch: k<<<1, 32>>>(out)
struct Node { float x, y, z; int id; };
__device__ float second(const float* p, int i) { return p[2 * i]; }
__global__ void k(float* out) {
  __shared__ char bytes[128];
  __shared__ Node nodes[32];
  __shared__ double wide[32];
  __shared__ float4 quad[32];
  int t = threadIdx.x;
  bytes[4 * t] = 1;
  nodes[t].id = t;
  nodes[t].x = 2;
  wide[t] = 3;
  quad[t] = make_float4(1, 2, 3, 4);
  __syncthreads();
  Node n = nodes[31 - t];
  out[t] = n.id + wide[t] + quad[t].y + second(&quad[0].x, t) + bytes[0];
}
