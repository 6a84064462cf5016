// launch: <<<1, 64>>>
float v = shared[tid * s];
