struct Plain { float x, y, z, w; };
struct __align__(16) Aligned { float x, y, z, w; };

__shared__ Plain plain[32];
__shared__ Aligned aligned[32];

Plain a = plain[tid];
Aligned b = aligned[tid];
float x = aligned[tid].x;
