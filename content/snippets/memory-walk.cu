float v = shared[index];
