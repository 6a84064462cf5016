__shared__ float cube[4][8][20];
float v = cube[z][y][x];
