// options: {"maxSteps": 2000}
while (true) { shared[tid * 2] = 1; }
