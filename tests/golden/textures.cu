// Textures and surfaces are the host's: reads give zeros, with a note at each, and the kernel runs on.
// launch: k<<<1, 32>>>(out, 0, 0)
__global__ void k(float4* out, cudaTextureObject_t image, cudaSurfaceObject_t target) {
  __shared__ float4 s[32];
  s[threadIdx.x] = tex2D<float4>(image, threadIdx.x + 0.5f, 0.5f);
  assert(tex1Dfetch<int>(image, threadIdx.x) == 0);
  surf2Dwrite(s[threadIdx.x], target, threadIdx.x * 16, 0);
  out[threadIdx.x] = s[threadIdx.x];
}
