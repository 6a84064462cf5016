__shared__ char text[128];
char c = text[tid];
