float x = shared[7];
float y = shared[7 + tid * 32];
