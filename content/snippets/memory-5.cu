__shared__ short h[256];
short v = h[n];
