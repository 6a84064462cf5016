// launch: k<<<1, 32>>>(0)
__global__ void k(cudaTextureObject_t image) {
  __shared__ float s[32];
  s[threadIdx.x] = tex2D<float>(image, 0.5f, 0.5f);
}
