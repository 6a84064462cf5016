__shared__ float m[32][33];
float v = m[tid][col];
