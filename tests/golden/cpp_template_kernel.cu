// Kernel templates, launched with explicit arguments.
template <typename T, int Tile, bool Pad>
__global__ void transpose(T* out, const T* in) {
  __shared__ T s[Tile][Tile + (Pad ? 1 : 0)];
  s[threadIdx.y][threadIdx.x] = in[threadIdx.y * Tile + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * Tile + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
// launch: transpose<float, 32, false><<<1, dim3(32, 32)>>>(out, in)
// launch: transpose<float, 32, true><<<1, dim3(32, 32)>>>(out, in)
// launch: transpose<double, 16, true><<<1, dim3(16, 16)>>>(out, in)
