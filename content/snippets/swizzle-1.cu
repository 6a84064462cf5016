__shared__ float tile[32][32];
float v = tile[6][3 ^ 6];
