// launch: <<<1, 64>>>
__shared__ float4 tile[1024];
float4 v = tile[tid / 8 * pitch + tid % 8];
