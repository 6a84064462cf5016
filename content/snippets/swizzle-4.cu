__shared__ float tile[32][32];

float a = tile[row][tid ^ (row & 3)];
float b = tile[row][(tid + 5 * row) % 32];
float c = tile[row][tid & row];
float d = tile[row][tid ^ (tid >> 1)];
float e = tile[row][tid ^ (tid & row)];
