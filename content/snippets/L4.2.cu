__shared__ float t[32][16 + p];
float v = t[tid][0];
