struct Six { float x, y, z, vx, vy, vz; };
struct Seven { float x, y, z, vx, vy, vz, unused; };
struct __align__(32) Eight { float x, y, z, vx, vy, vz; };
struct Arrays { float x[32], y[32], z[32], vx[32], vy[32], vz[32]; };
struct Pairs { float2 xy, v; float z, vz; };

__shared__ Six six[32];
__shared__ Seven seven[32];
__shared__ Eight eight[32];
__shared__ Arrays arrays;
__shared__ Pairs pairs[32];

float a = six[tid].vx;
float b = seven[tid].vx;
float c = eight[tid].vx;
float d = arrays.vx[tid];
float2 e = pairs[tid].v;
