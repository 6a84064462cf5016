__shared__ float rgb[32 * 3], rgba[32 * 4];
float a = rgb[tid * 3 + c];
float b = rgba[tid * 4 + c];
