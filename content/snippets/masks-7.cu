// launch: triangle<<<1, 32>>>(out)
__global__ void triangle(float* out) {
  __shared__ float x[528];
  int lane = threadIdx.x;
  for (int k = lane; k < 528; k += 32)
    x[k] = k;
  __syncwarp();

  float sum = 0;
  for (int i = 0; i <= lane; i++)
    sum += x[lane * (lane + 1) / 2 + i];

  float all = 0;
  for (int k = lane; k < 528; k += 32)
    all += x[k];
  out[lane] = sum + all;
}
