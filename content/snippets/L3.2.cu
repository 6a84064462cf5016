struct Quad { float a, b, c, d; };
__shared__ Quad q[32];
float v = q[tid].a;
