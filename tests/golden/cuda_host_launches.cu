// No launch line: the host's own launches are offered, with what the host sets before them.
#include <vector>

struct Image {
  int width, height;
  float* pixels;
};

template <typename T, int kPad>
__global__ void turn(T* out, Image image, float gain) {
  __shared__ T tile[8][8 + kPad];
  tile[threadIdx.y][threadIdx.x] = image.pixels[threadIdx.y * image.width + threadIdx.x] * gain;
  __syncthreads();
  out[threadIdx.y * image.height + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void run(float* out, const Image& image, int frames) {
  for (int i = 1; i < frames; ++i) turn<float, 0><<<frames, dim3(8, 8)>>>(out, image, 0.5f * i);
}

int main() {
  std::vector<float> host(64 * 32);
  Image image;
  image.width = 64;
  image.height = 32;
  cudaMalloc(&image.pixels, host.size() * sizeof(float));
  double* out;
  const int side = 8;
  dim3 block(side, side), grid;
  grid.x = (image.width + block.x - 1) / block.x;
  grid.y = image.height / side;
  turn<double, 1><<<grid, block>>>(out, image, 2.0f);
}
