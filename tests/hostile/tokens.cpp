#include "hostile/inputs.hpp"

namespace banklab::hostile {

namespace {

/// Macros each of which uses the one before as `step` says, and a kernel that uses the last.
std::string laughs(size_t levels, std::string_view first,
                   std::string (*step)(const std::string& name, const std::string& before),
                   std::string_view use) {
  std::string text(first);
  text += '\n';
  for (size_t i = 1; i <= levels; ++i) text += "#define " + step("M" + number(i), "M" + number(i - 1)) + "\n";
  std::string last(use);
  last.replace(last.find('@'), 1, "M" + number(levels));
  return kernel("out[x] = " + last + ";", text);
}

} // namespace

std::vector<Input> tokens() {
  return {
      // Bytes.
      {"OneIdentifier", Door::Source, [](size_t n) { return times(n, "a"); }, ""},
      {"OneNumber", Door::Source, [](size_t n) { return "int x = " + times(n, "9") + ";"; },
       "does not fit in 64 bits"},
      {"OneFloatingNumber", Door::Source, [](size_t n) { return "float x = 0." + times(n, "9") + "e9;"; },
       ""},
      {"OneExponent", Door::Source, [](size_t n) { return "float x = 1e" + times(n, "9") + ";"; }, ""},
      {"OneString", Door::Source, [](size_t n) { return kernel("printf(\"" + times(n, "x") + "\");"); }, ""},
      {"OneCharacterOfMany", Door::Source,
       [](size_t n) { return kernel("out[x] = '" + times(n, "x") + "';"); }, "character"},
      {"OneStringWithoutEnd", Door::Source, [](size_t n) { return kernel("printf(\"" + times(n, "x")); },
       "closing"},
      {"OneRawStringWithoutEnd", Door::Source, [](size_t n) { return "auto s = R\"x(" + times(n, ")"); },
       "this string has no closing"},
      {"OneComment", Door::Source,
       [](size_t n) { return "/*" + times(n, "*") + "*/ float v = shared[tid];"; }, ""},
      {"OneCommentWithoutEnd", Door::Source, [](size_t n) { return "/*" + times(n / 2, "/*"); }, "comment"},
      {"ManyComments", Door::Source, [](size_t n) { return times(n / 4, "/**/") + "float v = shared[tid];"; },
       ""},
      {"OneLineComment", Door::Source,
       [](size_t n) { return "//" + times(n, " ") + "\nfloat v = shared[tid];"; }, ""},
      {"Blanks", Door::Source, [](size_t n) { return times(n, " ") + "float v = shared[tid];"; }, ""},
      {"EmptyLines", Door::Source, [](size_t n) { return times(n, "\n") + "float v = shared[tid];"; }, ""},
      {"SplicedLines", Door::Source,
       [](size_t n) { return "float v = sha" + times(n / 2, "\\\n") + "red[tid];"; }, ""},
      {"StrayCharacters", Door::Source, [](size_t n) { return times(n, "@"); },
       "means nothing here; remove it"},
      {"Zeros", Door::Source, [](size_t n) { return std::string(n, '\0'); },
       "a byte that is no text stands here"},
      {"BytesThatAreNoText", Door::Source, [](size_t n) { return times(n / 2, "\xff\x80"); },
       "a byte that is no text stands here"},
      {"StringsInARow", Door::Source,
       [](size_t n) { return kernel("printf(" + times(n / 4, "\"a\" ") + ");"); }, ""},
      // Directives.
      {"IfsInIfs", Door::Source, [](size_t n) { return times(n / 6, "#if 1\n"); }, "#endif"},
      {"IfsThatEnd", Door::Source,
       [](size_t n) {
         return times(n / 14, "#if 1\n") + times(n / 14, "#endif\n") + "float v = shared[tid];";
       },
       ""},
      {"IfsThatAreSkipped", Door::Source,
       [](size_t n) {
         return times(n / 14, "#if 0\n") + times(n / 14, "#endif\n") + "float v = shared[tid];";
       },
       ""},
      {"ElseIfsOfThePreprocessor", Door::Source,
       [](size_t n) { return "#if 0\n" + times(n / 8, "#elif 0\n") + "#endif\nfloat v = shared[tid];"; }, ""},
      {"EndifsOfNothing", Door::Source, [](size_t n) { return times(n / 7, "#endif\n"); }, "messages"},
      {"AConditionOfParentheses", Door::Source,
       [](size_t n) {
         return "#if " + times(n / 2, "(") + "1" + times(n / 2, ")") + "\n#endif\nfloat v = shared[tid];";
       },
       "nested"},
      {"AConditionOfSigns", Door::Source,
       [](size_t n) { return "#if " + times(n / 2, "- ") + "1\n#endif\nfloat v = shared[tid];"; }, "nested"},
      {"AConditionOfSums", Door::Source,
       [](size_t n) { return "#if " + times(n / 2, "1+") + "1\n#endif\nfloat v = shared[tid];"; }, ""},
      {"AConditionOfChoices", Door::Source,
       [](size_t n) { return "#if " + times(n / 4, "1?0:") + "1\n#endif\nfloat v = shared[tid];"; }, ""},
      {"Defines", Door::Source,
       [](size_t n) {
         return repeat(n / 20, [](size_t i) { return "#define A" + number(i) + " 1\n"; }) +
                "float v = shared[tid];";
       },
       ""},
      {"DefinesOfOneName", Door::Source,
       [](size_t n) {
         return repeat(n / 18, [](size_t i) { return "#define A " + number(i) + "\n"; }) +
                "float v = shared[tid];";
       },
       "messages"},
      {"UnknownDirectives", Door::Source, [](size_t n) { return times(n / 4, "#no\n"); }, "messages"},
      {"ErrorDirectives", Door::Source, [](size_t n) { return times(n / 9, "#error x\n"); }, "#error"},
      {"MissingIncludes", Door::Source,
       [](size_t n) {
         return repeat(n / 20, [](size_t i) { return "#include \"" + number(i) + "\"\n"; }) +
                "float v = shared[tid];";
       },
       "messages"},
      {"KnownIncludes", Door::Source,
       [](size_t n) { return times(n / 23, "#include <cuda_fp16.h>\n") + "float v = shared[tid];"; }, ""},
      {"Pragmas", Door::Source,
       [](size_t n) { return times(n / 15, "#pragma unroll\n") + "float v = shared[tid];"; }, ""},
      {"AFileThatIncludesItself", Door::Include,
       [](size_t n) { return times(n / 18, "#include \"a.cuh\"\n"); }, "a.cuh"},
      {"AFileThatIncludesItselfAtItsEnd", Door::Include,
       [](size_t n) { return times(n / 8, "int a;\n") + "#include \"a.cuh\"\n"; }, "a.cuh"},
      {"AFileThatIncludesItselfTwiceAtItsEnd", Door::Include,
       [](size_t n) { return times(n / 8, "int a;\n") + times(2, "#include \"a.cuh\"\n"); },
       "includes itself again and again"},
      {"AFileThatCountsItsIncludes", Door::Include,
       [](size_t) {
         return "#ifndef N0\n#define N0\n" +
                repeat(60,
                       [](size_t i) {
                         return "#elif !defined N" + number(i + 1) + "\n#define N" + number(i + 1) + "\n";
                       }) +
                "#endif\n#include \"a.cuh\"\n#include \"a.cuh\"\n";
       },
       "a.cuh"},
      // Macros.
      {"LaughsOfObjects", Door::Source,
       [](size_t) {
         return laughs(
             64, "#define M0 1",
             [](const std::string& m, const std::string& b) { return m + " " + b + "+" + b; }, "@");
       },
       "more than half a million tokens"},
      {"LaughsOfFunctions", Door::Source,
       [](size_t) {
         return laughs(
             64, "#define M0(a) a+a",
             [](const std::string& m, const std::string& b) { return m + "(a) " + b + "(" + b + "(a))"; },
             "@(1)");
       },
       "more than half a million tokens"},
      {"LaughsOfArguments", Door::Source,
       [](size_t) {
         return laughs(
             64, "#define M0(a) a",
             [](const std::string& m, const std::string& b) { return m + "(a) " + b + "(a+a)"; }, "@(1)");
       },
       "more than half a million tokens"},
      {"LaughsOfVariadics", Door::Source,
       [](size_t) {
         return laughs(
             64, "#define M0(...) 1",
             [](const std::string& m, const std::string& b) {
               return m + "(...) " + b + "(__VA_ARGS__, __VA_ARGS__)";
             },
             "@(1, 2)");
       },
       "more than half a million tokens"},
      {"LaughsOfPasting", Door::Source,
       [](size_t) {
         return laughs(
             64, "#define M0(a) a",
             [](const std::string& m, const std::string& b) { return m + "(a) " + b + "(a##a)"; }, "@(1)");
       },
       "the macros expand to more than half a million tokens; make them smaller"},
      {"LaughsOfStrings", Door::Source,
       [](size_t) {
         return "#define S(a) #a\n" + laughs(
                                          40, "#define M0(a) a",
                                          [](const std::string& m, const std::string& b) {
                                            return m + "(a) S(" + b + "(a) " + b + "(a))";
                                          },
                                          "@(1)[0]");
       },
       ""},
      {"ArgumentsWithoutEnd", Door::Source,
       [](size_t n) { return "#define M(...) 1\nfloat v = M(" + times(n / 2, "1,"); },
       "is never closed; add `)`"},
      {"ArgumentsOfAMacro", Door::Source,
       [](size_t n) { return "#define M(...) 1\nfloat v = M(" + times(n / 2, "1,") + "1);"; }, ""},
      {"ALongArgumentUsedOften", Door::Source,
       [](size_t n) {
         return "#define M(a) " + times(n / 4, "a ") + "\nfloat v = M(" + times(n / 4, "+ ") + "1);";
       },
       "more than half a million tokens"},
      {"ALongMacroUsedOften", Door::Source,
       [](size_t n) {
         return "#define M " + times(n / 4, "+1") + "\nfloat v = 1 " + times(n / 4, "M ") + ";";
       },
       "more than half a million tokens"},
      {"CallsInCallsOfAMacro", Door::Source,
       [](size_t n) {
         return "#define M(a) a\nfloat v = " + times(n / 3, "M(") + "1" + times(n / 3, ")") + ";";
       },
       "the macros expand to more than half a million tokens"},
      {"ParametersOfAMacro", Door::Source,
       [](size_t n) {
         return "#define M(" +
                repeat(
                    n / 8, [](size_t i) { return "a" + number(i); }, ",") +
                ") 1\nfloat v = shared[tid];";
       },
       ""},
      {"PastesInARow", Door::Source,
       [](size_t n) {
         return "#define M " +
                repeat(
                    n / 4, [](size_t) { return std::string("a"); }, "##") +
                "\nfloat M = 1;";
       },
       ""},
      {"AMacroThatNamesItself", Door::Source,
       [](size_t n) {
         return "#define M(a) M(a) M(a)\nfloat v = " + times(n / 3, "M(") + "1" + times(n / 3, ")") + ";";
       },
       "the macros expand to more than half a million tokens"},
  };
}

} // namespace banklab::hostile
