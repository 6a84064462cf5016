__shared__ float t[32][32 + p];
float v = t[tid][0];
