float v = shared[70];
