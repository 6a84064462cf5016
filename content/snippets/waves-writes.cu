__shared__ int x;
int v = x;
x = lane;
atomicAdd(&x, lane);
atomicCAS(&x, lane, 0);
