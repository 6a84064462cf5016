__shared__ float m[32][32];
float v = m[tid][col];
