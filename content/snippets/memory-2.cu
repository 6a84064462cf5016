float v = shared[k];
