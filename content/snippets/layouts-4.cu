int group = tid / K, element = tid % K;
float x = shared[group * 2 * K + element];
