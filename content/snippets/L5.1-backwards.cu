float v = shared[(31 - tid) * s];
