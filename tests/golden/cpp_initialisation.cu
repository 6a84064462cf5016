// Aggregates, nested braces, brace elision, designated initialisers, default member values, zero filling.
struct Point {
  int x = 1;
  int y = 2;
};
struct Box {
  Point low, high;
  float weights[3];
};

// launch: k<<<1, 32>>>()
__global__ void k() {
  __shared__ Box s[32];
  s[threadIdx.x] = Box{{3, 4}, {}, {0.5f}};
  assert(s[threadIdx.x].low.y == 4 && s[threadIdx.x].high.x == 1 && s[threadIdx.x].weights[1] == 0);
  Point p{.x = 7};
  assert((Point{.x = 5}.x == 5 && Point{.x = 5, .y = 6}.y == 6));
  assert(p.x == 7 && p.y == 2);
  int grid[2][3] = {{1, 2}, {4}};
  int flat[2][2] = {1, 2, 3, 4};
  assert(grid[0][2] == 0 && grid[1][0] == 4 && flat[1][0] == 3);
  float zero[4] = {};
  int i{}, j(5), l = {6};
  assert(zero[3] == 0 && i + j + l == 11);
  const char text[] = "abc";
  assert(sizeof text == 4 && text[1] == 'b');
}
