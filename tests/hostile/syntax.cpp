#include "hostile/inputs.hpp"

namespace banklab::hostile {

namespace {

/// `open` and `close` so often that they come to as many bytes, around `middle`.
std::string nest(size_t bytes, std::string_view open, std::string_view middle, std::string_view close) {
  const size_t levels = bytes / (open.size() + close.size());
  return times(levels, open) + std::string(middle) + times(levels, close);
}

/// So long a chain of `link`.
std::string chain(size_t bytes, std::string_view link) { return times(bytes / link.size(), link); }

} // namespace

std::vector<Input> syntax() {
  return {
      // What nests.
      {"Parentheses", Door::Source,
       [](size_t n) { return kernel("out[x] = " + nest(n, "(", "1", ")") + ";"); },
       "nested more than 256 deep"},
      {"OpenParentheses", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "(")); },
       "nested more than 256 deep"},
      {"ClosingParentheses", Door::Source, [](size_t n) { return chain(n, ")"); },
       "expected an expression before `)`"},
      {"Blocks", Door::Source, [](size_t n) { return kernel(nest(n, "{", "", "}")); },
       "nested more than 256 deep"},
      {"OpenBlocks", Door::Source, [](size_t n) { return kernel(chain(n, "{")); },
       "nested more than 256 deep"},
      {"ClosingBlocks", Door::Source, [](size_t n) { return chain(n, "}"); }, "closes nothing"},
      {"InitialisersInInitialisers", Door::Source,
       [](size_t n) { return kernel("int a[1] = " + nest(n, "{", "1", "}") + ";"); },
       "nested more than 256 deep"},
      {"Subscripts", Door::Source,
       [](size_t n) { return kernel("out[x] = " + nest(n, "out[", "1", "]") + ";"); }, "deep"},
      {"OpenSubscripts", Door::Source, [](size_t n) { return kernel(chain(n, "out[")); }, "deep"},
      {"Calls", Door::Source,
       [](size_t n) {
         return kernel("out[x] = " + nest(n, "f(", "1", ")") + ";", "__device__ int f(int a) { return a; }");
       },
       "deep"},
      {"CallsOfCalls", Door::Source, [](size_t n) { return kernel("f" + chain(n, "()") + ";"); }, "deep"},
      {"Signs", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "- ") + "1;"); }, "deep"},
      {"Nots", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "!~") + "1;"); }, "deep"},
      {"Dereferences", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "*&") + "x;"); },
       "deep"},
      {"Increments", Door::Source, [](size_t n) { return kernel("x" + chain(n, "++") + ";"); }, "deep"},
      {"Casts", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "(int)") + "1;"); },
       "deep"},
      {"CastsByFunction", Door::Source,
       [](size_t n) { return kernel("out[x] = " + nest(n, "int(", "1", ")") + ";"); }, "deep"},
      {"StaticCasts", Door::Source,
       [](size_t n) { return kernel("out[x] = " + nest(n, "static_cast<int>(", "1", ")") + ";"); }, "deep"},
      {"Sizes", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "sizeof ") + "x;"); },
       "deep"},
      {"ChoicesInTheMiddle", Door::Source,
       [](size_t n) { return kernel("out[x] = " + nest(n, "x ? ", "1", " : 0") + ";"); }, "deep"},
      {"Members", Door::Source, [](size_t n) { return kernel("out[x] = x" + chain(n, ".x") + ";"); }, "deep"},
      {"Arrows", Door::Source, [](size_t n) { return kernel("out[x] = out" + chain(n, "->x") + ";"); },
       "deep"},
      {"Assignments", Door::Source, [](size_t n) { return kernel(chain(n, "x = ") + "1;"); }, "deep"},
      {"Lambdas", Door::Source,
       [](size_t n) { return kernel("auto f = " + nest(n, "[] { return ", "1", "; }") + ";"); }, "deep"},
      {"AngleBrackets", Door::Source, [](size_t n) { return kernel(nest(n, "A<", "int", ">") + " a;"); },
       "expected an expression"},
      {"OpenAngleBrackets", Door::Source, [](size_t n) { return kernel(chain(n, "A<")); }, ""},
      {"TemplatesOfTemplates", Door::Source,
       [](size_t n) { return nest(n, "template <", "class T", "> class") + " struct A {};"; }, "deep"},
      {"TypesOfTypes", Door::Source, [](size_t n) { return kernel(nest(n, "decltype(", "x", ")") + " y;"); },
       "deep"},
      {"Pointers", Door::Source, [](size_t n) { return kernel("int " + chain(n, "*") + "p;"); }, "deep"},
      {"Declarators", Door::Source, [](size_t n) { return kernel("int " + nest(n, "(", "p", ")") + ";"); },
       "deep"},
      {"Dimensions", Door::Source, [](size_t n) { return kernel("int a" + chain(n, "[1]") + ";"); }, "deep"},
      {"FunctionsOfFunctions", Door::Source,
       [](size_t n) { return kernel("int f" + nest(n, "(int (*)", "", ")") + ";"); }, "deep"},
      {"StructsInStructs", Door::Source, [](size_t n) { return nest(n, "struct { ", "int a;", "};"); },
       "deep"},
      {"NamespacesInNamespaces", Door::Source, [](size_t n) { return nest(n, "namespace a {", "", "}"); },
       "deep"},
      {"LinkagesInLinkages", Door::Source, [](size_t n) { return nest(n, "extern \"C\" {", "", "}"); },
       "deep"},
      {"IfsWithoutBlocks", Door::Source, [](size_t n) { return kernel(chain(n, "if (x) ") + ";"); }, "deep"},
      {"LoopsWithoutBlocks", Door::Source, [](size_t n) { return kernel(chain(n, "for (;x < 0;) ") + ";"); },
       "deep"},
      {"DoLoops", Door::Source, [](size_t n) { return kernel(nest(n, "do ", "x = 1;", " while (0);")); },
       "deep"},
      {"Switches", Door::Source, [](size_t n) { return kernel(chain(n, "switch (x) ") + ";"); }, "deep"},
      {"Attributes", Door::Source, [](size_t n) { return nest(n, "__attribute__((", "", "))") + " int x;"; },
       ""},
      {"AttributesInBrackets", Door::Source, [](size_t n) { return nest(n, "[[", "a", "]]") + " int x;"; },
       ""},
      // What only goes on.
      {"Sums", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "x+") + "1;"); }, ""},
      {"Shifts", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "x<<") + "1;"); }, ""},
      {"Comparisons", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "x<") + "1;"); },
       "deep"},
      {"Conjunctions", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "x&&") + "1;"); },
       ""},
      {"Choices", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "x ? 1 : ") + "1;"); },
       ""},
      {"Commas", Door::Source, [](size_t n) { return kernel(chain(n, "x=1,") + "x=1;"); }, ""},
      {"Semicolons", Door::Source, [](size_t n) { return kernel(chain(n, ";")); }, ""},
      {"Statements", Door::Source, [](size_t n) { return kernel(chain(n, "x=x+1;")); }, ""},
      {"ElseIfs", Door::Source, [](size_t n) { return kernel(chain(n, "if (x == 3) ; else ") + ";"); }, ""},
      {"Ifs", Door::Source, [](size_t n) { return kernel(chain(n, "if (x == 3) x = 1; ")); }, ""},
      {"Loops", Door::Source,
       [](size_t n) { return kernel(chain(n, "for (int i = 0; i < 2; ++i) x += i; ")); }, ""},
      {"Cases", Door::Source,
       [](size_t n) {
         return kernel("switch (x) {" + repeat(n / 15, [](size_t i) { return "case " + number(i) + ": "; }) +
                       "; }");
       },
       ""},
      {"CasesThatBreak", Door::Source,
       [](size_t n) {
         return kernel("switch (x) {" +
                       repeat(n / 22, [](size_t i) { return "case " + number(i) + ": break;"; }) + "}");
       },
       ""},
      {"CasesOfOneValue", Door::Source,
       [](size_t n) { return kernel("switch (x) {" + chain(n, "case 1: ") + ";}"); },
       "more than 200 labels stand in a row; use a range"},
      {"Gotos", Door::Source,
       [](size_t n) {
         return kernel(repeat(n / 18, [](size_t i) { return "a" + number(i) + ": goto a;"; }));
       },
       "goto"},
      {"Variables", Door::Source,
       [](size_t n) {
         return kernel(repeat(n / 14, [](size_t i) { return "int a" + number(i) + " = x;"; }));
       },
       ""},
      {"VariablesOfOneLine", Door::Source,
       [](size_t n) {
         return kernel("int a" +
                       repeat(
                           n / 8, [](size_t i) { return number(i); }, ", a") +
                       ";");
       },
       ""},
      {"VariablesOfOneName", Door::Source, [](size_t n) { return kernel(chain(n, "int a;")); }, "messages"},
      {"Parameters", Door::Source,
       [](size_t n) {
         return "__device__ void f(" +
                repeat(
                    n / 12, [](size_t i) { return "int a" + number(i); }, ",") +
                ") {}\n" + kernel("");
       },
       ""},
      {"Arguments", Door::Source,
       [](size_t n) { return kernel("f(" + chain(n, "x,") + "x);", "__device__ void f(int) {}"); },
       "`f` takes 1 argument, and"},
      {"Functions", Door::Source,
       [](size_t n) {
         return repeat(n / 30, [](size_t i) { return "__device__ void f" + number(i) + "() {}\n"; }) +
                kernel("");
       },
       ""},
      {"Kernels", Door::Source,
       [](size_t n) {
         return repeat(n / 30, [](size_t i) { return "__global__ void f" + number(i) + "() {}\n"; });
       },
       ""},
      {"Structs", Door::Source,
       [](size_t n) {
         return repeat(n / 26, [](size_t i) { return "struct A" + number(i) + " { int a; };\n"; }) +
                kernel("");
       },
       ""},
      {"Namespaces", Door::Source, [](size_t n) { return chain(n, "namespace a { int x; }\n"); }, ""},
      {"QualifiedNames", Door::Source, [](size_t n) { return kernel("out[x] = " + chain(n, "a::") + "b;"); },
       ""},
      {"UnknownNames", Door::Source,
       [](size_t n) { return kernel(repeat(n / 12, [](size_t i) { return "a" + number(i) + " = 1;\n"; })); },
       "messages"},
      {"UnknownTypes", Door::Source,
       [](size_t n) {
         return repeat(n / 12, [](size_t i) { return "T" + number(i) + " a;\n"; }) + kernel("");
       },
       ""},
      {"BrokenStatements", Door::Source, [](size_t n) { return kernel(chain(n, "x x;")); }, "messages"},
      {"Words", Door::Source, [](size_t n) { return chain(n, "word "); }, ""},
      {"Stars", Door::Source, [](size_t n) { return chain(n, "*"); }, ""},
      {"HostCode", Door::Source,
       [](size_t n) {
         return kernel("") + "int main() {" + chain(n, "std::vector<int> v(3); v.push_back(4);\n") + "}";
       },
       ""},
      {"BlocksOfTheHost", Door::Source,
       [](size_t n) { return kernel("") + "int main() {" + nest(n, "{", "k<<<1, 32>>>(p);", "}") + "}"; },
       ""},
      {"CallsOfTheHost", Door::Source,
       [](size_t n) {
         return kernel("") +
                repeat(n / 60,
                       [](size_t i) {
                         return "void f" + number(i + 1) + "(int* p) { f" + number(i) + "(p); f" + number(i) +
                                "(p); }\n";
                       }) +
                "void f0(int* p) { k<<<1, 32>>>(p); }\nint main() { int* p; f" + number(n / 60) + "(p); }";
       },
       ""},
  };
}

} // namespace banklab::hostile
