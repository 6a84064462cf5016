__shared__ float B[32][64];
int tx = tid % 16;

float mine = B[k][4 * tx + j];
float every = B[k][tx + 16 * j];
