// launch: columns<<<2, 32>>>(in, out)
__global__ void columns(const float* in, float* out) {
	__shared__ float tile[32][32];
	for (int r = 0; r < 32; ++r) tile[r][threadIdx.x] = in[r * 32 + threadIdx.x];
	__syncthreads();
	float sum = 0;
	for (int c = 0; c < 32; ++c) sum += tile[threadIdx.x][c];
	out[blockIdx.x * 32 + threadIdx.x] = sum;
}
