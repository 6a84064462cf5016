int i = tid < 4 ? tid * 32 : tid;
float v = shared[i];
