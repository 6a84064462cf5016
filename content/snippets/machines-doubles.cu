// launch: <<<1, 64>>>
__shared__ double a[4096];
double v = a[tid * s];
