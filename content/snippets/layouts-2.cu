struct Sample { double time; float value; };
__shared__ Sample s[32];
float v = s[tid].value;
