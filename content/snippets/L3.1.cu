struct Point { float x, y, z; };
__shared__ Point p[32];
float v = p[tid].x;
