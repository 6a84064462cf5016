__shared__ unsigned char bytes[256];
unsigned char v = bytes[tid * 6];
