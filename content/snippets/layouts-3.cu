struct Color { float r, g, b, a; };
struct __align__(16) Pixel { float r, g, b, a; };

__shared__ Color colors[32];
__shared__ Pixel pixels[32];

Color c = colors[tid];
Pixel p = pixels[tid];
