if (tid < 4) atomicCAS(&locks[tid * 32], 0, 1);
