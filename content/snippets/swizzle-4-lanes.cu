__shared__ int tile[32][32];

atomicMax(&tile[row][tid ^ (row & 3)], 1);
atomicMax(&tile[row][(tid + 5 * row) % 32], 1);
atomicMax(&tile[row][tid & row], 1);
atomicMax(&tile[row][tid ^ (tid >> 1)], 1);
atomicMax(&tile[row][tid ^ (tid & row)], 1);
