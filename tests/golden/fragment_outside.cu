// What no array holds is said, not dropped.
float a = shared[tid - 40];
float b = shared[1000000000];
float c = shared[tid * 1000000000LL];
__shared__ float own[32];
float d = *(own + tid * 1000000000LL);
float e = tile[ty][tx * 2];
