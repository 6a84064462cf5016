float v = shared[tid >> g];
