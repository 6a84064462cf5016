// memcpy and memset of a constant length: pieces as wide as both pointers' types are aligned.
struct Six {
  float values[6];
};
// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ float s[32];
  __shared__ uint4 quads[32];
  __shared__ Six sixes[32];
  memset(&s[threadIdx.x], 0, sizeof(float));
  assert(s[threadIdx.x] == 0);
  unsigned one = 0x3f800000u;
  memcpy(&s[threadIdx.x], &one, sizeof one);
  assert(s[threadIdx.x] == 1.0f);
  uint4 quad = make_uint4(1, 2, 3, 4);
  memcpy(&quads[threadIdx.x], &quad, sizeof quad);
  assert(quads[threadIdx.x].z == 3);
  Six six = {{1, 2, 3, 4, 5, 6}};
  memcpy(&sixes[threadIdx.x], &six, sizeof six);
  assert(sixes[threadIdx.x].values[5] == 6);
}
