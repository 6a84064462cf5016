struct Loose { char kind; int id; char state; };
struct Tidy { int id; char kind; char state; };

__shared__ Loose loose[32];
__shared__ Tidy tidy[32];

int a = loose[tid].id;
int b = tidy[tid].id;
