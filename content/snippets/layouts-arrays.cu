struct Particles { float x[32], y[32], z[32], w[32]; };
__shared__ Particles p;

float x = p.x[tid];
float y = p.y[tid];
float z = p.z[tid];
float w = p.w[tid];
