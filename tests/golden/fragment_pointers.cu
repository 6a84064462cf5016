// Undeclared arrays that are used through pointers only.
float4 wide = reinterpret_cast<float4*>(shared)[tid];
float* column = &tile[tid * 8];
float one = *column;
float* all = rows;
float two = all[tid * 2];
int gathered = values[index[tid]];
