__shared__ half h[32], g[32];
half a = h[tid];
g[31 - tid] = a;
