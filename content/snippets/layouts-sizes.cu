struct Three { float x, y, z; };
struct Four { float x, y, z, mass; };
struct Five { float x, y, z, mass, charge; };

__shared__ Three three[32];
__shared__ Four four[32];
__shared__ Five five[32];

float a = three[tid].x;
float b = four[tid].x;
float c = five[tid].x;
