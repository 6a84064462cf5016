// launch: <<<2, dim3(16, 4)>>>
#define AT(i, j) tile[i][(j) ^ (i)]
float v = AT(threadIdx.y, tx) + s[tid * p];
for (int i = lane; i < 64; i += 32) x[i * 2 + 1] = v--;
