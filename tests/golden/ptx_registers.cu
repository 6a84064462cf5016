// launch: k<<<1, 32>>>(out)
// Registers of the text's own, blocks, comments, predicates, several instructions in one statement.
__global__ void k(int* out) {
  int x = threadIdx.x, y;
  asm("{\n\t"
      ".reg .pred small;       // one predicate\n\t"
      ".reg .s32 t<3>;         /* t0, t1, t2 */\n\t"
      "add.s32 t0, %1, 1; mul.lo.s32 t1, t0, t0;\n\t"
      "setp.lt.s32 small, %1, 8;\n\t"
      "mov.s32 %0, t1;\n\t"
      "@small add.s32 %0, %0, 1000;\n\t"
      "@!small sub.s32 %0, %0, 1;\n\t"
      "}"
      : "=&r"(y) : "r"(x));
  assert(y == (x + 1) * (x + 1) + (x < 8 ? 1000 : -1));
  asm volatile("" ::: "memory");
  out[x] = y;
}
