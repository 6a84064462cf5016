__shared__ short head[20];
__shared__ int data[32];
short n = head[0];
int v = data[tid];
