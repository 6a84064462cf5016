// 8x8 discrete cosine transform of image blocks, fast factorisation along rows and columns in shared memory.
#include <cuda_runtime.h>
#include <stdint.h>

#define BLOCK_SIZE 8
#define KER2_BLOCK_WIDTH 32
#define KER2_BLOCK_HEIGHT 16
#define KER2_BW_LOG2 5
#define KER2_SMEMBLOCK_STRIDE (KER2_BLOCK_WIDTH + 1)
#define C_a 1.387039845322148f
#define C_b 1.306562964876377f
#define C_c 1.175875602419359f
#define C_d 0.785694958387102f
#define C_e 0.541196100146197f
#define C_f 0.275899379282943f
#define C_norm 0.3535533905932737f
#define IMAD(a, b, c) (((a) * (b)) + (c))
#define FMUL(x, y) ((x) * (y))

__constant__ short Q[] = {32, 33, 51, 81, 66, 39, 34, 17, 33, 36, 48, 47, 28, 23, 12, 12,
                          51, 48, 47, 28, 23, 12, 12, 11, 81, 47, 28, 23, 12, 12, 11, 10,
                          66, 28, 23, 12, 12, 11, 10, 10, 39, 23, 12, 12, 11, 10, 10, 9,
                          34, 12, 12, 11, 10, 10, 9,  9,  17, 12, 11, 10, 10, 9,  9,  8};

__device__ void CUDAsubroutineInplaceDCTvector(float *Vect0, int Step) {
  float *Vect1 = Vect0 + Step;
  float *Vect2 = Vect1 + Step;
  float *Vect3 = Vect2 + Step;
  float *Vect4 = Vect3 + Step;
  float *Vect5 = Vect4 + Step;
  float *Vect6 = Vect5 + Step;
  float *Vect7 = Vect6 + Step;

  float X07P = (*Vect0) + (*Vect7);
  float X16P = (*Vect1) + (*Vect6);
  float X25P = (*Vect2) + (*Vect5);
  float X34P = (*Vect3) + (*Vect4);
  float X07M = (*Vect0) - (*Vect7);
  float X61M = (*Vect6) - (*Vect1);
  float X25M = (*Vect2) - (*Vect5);
  float X43M = (*Vect4) - (*Vect3);
  float X07P34PP = X07P + X34P;
  float X07P34PM = X07P - X34P;
  float X16P25PP = X16P + X25P;
  float X16P25PM = X16P - X25P;

  (*Vect0) = C_norm * (X07P34PP + X16P25PP);
  (*Vect2) = C_norm * (C_b * X07P34PM + C_e * X16P25PM);
  (*Vect4) = C_norm * (X07P34PP - X16P25PP);
  (*Vect6) = C_norm * (C_e * X07P34PM - C_b * X16P25PM);
  (*Vect1) = C_norm * (C_a * X07M - C_c * X61M + C_d * X25M - C_f * X43M);
  (*Vect3) = C_norm * (C_c * X07M + C_f * X61M - C_a * X25M + C_d * X43M);
  (*Vect5) = C_norm * (C_d * X07M + C_a * X61M + C_f * X25M - C_c * X43M);
  (*Vect7) = C_norm * (C_f * X07M + C_d * X61M + C_c * X25M + C_a * X43M);
}

__global__ void CUDAkernel2DCT(float *dst, float *src, int ImgStride) {
  __shared__ float block[KER2_BLOCK_HEIGHT * KER2_SMEMBLOCK_STRIDE];
  int OffsThreadInRow = threadIdx.y * BLOCK_SIZE + threadIdx.x;
  int OffsThreadInCol = threadIdx.z * BLOCK_SIZE;
  src += IMAD(IMAD(blockIdx.y, KER2_BLOCK_HEIGHT, OffsThreadInCol), ImgStride,
              blockIdx.x * KER2_BLOCK_WIDTH + OffsThreadInRow);
  dst += IMAD(IMAD(blockIdx.y, KER2_BLOCK_HEIGHT, OffsThreadInCol), ImgStride,
              blockIdx.x * KER2_BLOCK_WIDTH + OffsThreadInRow);
  float *bl_ptr = block + OffsThreadInCol * KER2_SMEMBLOCK_STRIDE + OffsThreadInRow;
#pragma unroll
  for (unsigned int i = 0; i < BLOCK_SIZE; i++) bl_ptr[i * KER2_SMEMBLOCK_STRIDE] = src[i * ImgStride];
  __syncthreads();
  CUDAsubroutineInplaceDCTvector(
      block + (OffsThreadInCol + threadIdx.x) * KER2_SMEMBLOCK_STRIDE + OffsThreadInRow - threadIdx.x, 1);
  __syncthreads();
  CUDAsubroutineInplaceDCTvector(bl_ptr, KER2_SMEMBLOCK_STRIDE);
  __syncthreads();
  for (unsigned int i = 0; i < BLOCK_SIZE; i++) dst[i * ImgStride] = bl_ptr[i * KER2_SMEMBLOCK_STRIDE];
}

__global__ void CUDAkernelQuantizationShort(short *SrcDst, int Stride) {
  const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  __shared__ short curr[8][8 + 2];
  curr[ty][tx] = SrcDst[(by * BLOCK_SIZE + ty) * Stride + bx * BLOCK_SIZE + tx];
  __syncthreads();
  short quant = Q[(ty << 3) + tx], curr0 = curr[tx][ty];
  if (curr0 < 0) {
    curr0 = -curr0;
    curr0 += quant >> 1;
    curr0 = curr0 / quant;
    curr0 = -curr0;
  } else {
    curr0 += quant >> 1;
    curr0 = curr0 / quant;
  }
  curr0 = curr0 * quant;
  SrcDst[(by * BLOCK_SIZE + ty) * Stride + bx * BLOCK_SIZE + tx] = curr0;
}

int main() {
  float *src, *dst;
  short *coeffs;
  const int w = 128, h = 64;
  cudaMalloc((void **)&src, w * h * sizeof(float));
  cudaMalloc((void **)&dst, w * h * sizeof(float));
  cudaMalloc((void **)&coeffs, w * h * sizeof(short));
  dim3 GridFullWarps(w / KER2_BLOCK_WIDTH, h / KER2_BLOCK_HEIGHT, 1);
  dim3 ThreadsFullWarps(8, KER2_BLOCK_WIDTH / 8, KER2_BLOCK_HEIGHT / 8);
  CUDAkernel2DCT<<<GridFullWarps, ThreadsFullWarps>>>(dst, src, w);
  dim3 GridSmallBlocks(w / 8, h / 8), ThreadsSmallBlocks(8, 8);
  CUDAkernelQuantizationShort<<<GridSmallBlocks, ThreadsSmallBlocks>>>(coeffs, w);
  return 0;
}
