__shared__ char t[32][32 + p];
char v = t[tid][0];
