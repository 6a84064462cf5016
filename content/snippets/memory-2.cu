float v = shared[n];
