__shared__ int x;
x = lane;
int v = x;
atomicAdd(&x, lane);
atomicCAS(&x, lane, 0);
atomicAdd(&x, 1);
