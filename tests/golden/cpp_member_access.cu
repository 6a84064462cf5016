// Structures in shared memory: a stride of three words meets no bank twice, one of four does.
struct Particle {
  float x, y, z;
};
struct Wide {
  float x, y, z, w;
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Particle three[32];
  __shared__ Wide four[32];
  const int i = threadIdx.x;
  three[i].x = i;
  three[i].y = three[i].z = -i;
  Wide* mine = &four[i];
  mine->x = three[i].x;
  mine->w = 1;
  assert(four[i].x == i && three[i].z == -i && mine->w == 1);
}
