int was = atomicExch(&flags[0], 1);
int held = atomicCAS(&locks[tid], 0, 1);
