__shared__ half h[32];
half a = h[tid];
h[31 - tid] = a;
