struct Padded { float x, y, z, w, unused; };
__shared__ Padded p[32];

float x = p[tid].x;
float y = p[tid].y;
float z = p[tid].z;
float w = p[tid].w;
