/* 界界界界界界界界界界界界界界界界界界界界界界界界界界界界界界 */ float v = shared[tid * 4], w = shared[tid]; // xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
