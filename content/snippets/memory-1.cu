__shared__ char raw[512];
char c = raw[500];
