__global__ void k(float* a, int n) { a[threadIdx.x] = n; }
int main() { ((; auto f = [&](auto... x) { return <>; }; int n = 5 5; dim3 b; b.y = f(2); n = n + n;
k<<<1, 32>>>(a, ; k<<<>>>(1); <<<; a::b<c<<<1, 2>>>(p); for (int i = 0; i < n; i = i + 1) k<<<n, b>>>(p, i); }
