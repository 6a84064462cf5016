#include "parse_helpers.hpp"

using namespace banklab::lang;
using namespace banklab::lang::testing;

namespace {

struct Golden {
  std::string text, messages;
  size_t line; // in the golden file
};

/// The file's cases: a text, its messages behind `>> `, and `----` at the end.
std::vector<Golden> readGoldens(const std::string& path) {
  std::istringstream in(readFile(path));
  std::vector<Golden> out(1);
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line == "----") {
      out.emplace_back();
      continue;
    }
    Golden& golden = out.back();
    if (golden.text.empty() && golden.messages.empty()) golden.line = number;
    if (line.rfind(">> ", 0) == 0)
      golden.messages += line.substr(3) + "\n";
    else
      golden.text += line + "\n";
  }
  if (out.back().text.empty()) out.pop_back();
  return out;
}

} // namespace

TEST(SyntaxErrors, EachHasItsTextAndPlace) {
  const std::string path = BANKLAB_TESTS_DIR "/lang/golden/syntax_errors.txt";
  const std::vector<Golden> goldens = readGoldens(path);
  ASSERT_GT(goldens.size(), 100u);
  for (const Golden& golden : goldens)
    EXPECT_EQ(messages(golden.text), golden.messages) << path << ":" << golden.line << "\n" << golden.text;
}

TEST(SyntaxErrors, MessagesBeginInLowerCaseAndSayWhatToDo) {
  for (const Golden& golden : readGoldens(BANKLAB_TESTS_DIR "/lang/golden/syntax_errors.txt")) {
    Parsed parsed(golden.text);
    for (const Diagnostic& diagnostic : parsed.diagnostics.all()) {
      const std::string& message = diagnostic.message;
      EXPECT_FALSE(message[0] >= 'A' && message[0] <= 'Z') << message;
      EXPECT_NE(message.back(), '.') << message;
      if (diagnostic.severity != Severity::Error) continue;
      EXPECT_NE(message.find_first_of(";,?"), std::string::npos) << message;
    }
  }
}

TEST(SyntaxErrors, ConditionsNestedTooDeeply) {
  const auto times = [](int count, const char* part) {
    std::string out;
    for (int i = 0; i < count; ++i) out += part;
    return out;
  };
  EXPECT_EQ(messages("#if " + times(201, "!") + "1\n#endif\n"),
            "error 1:205: this condition is nested too deeply; split it\n");
  EXPECT_EQ(messages("#if " + times(201, "1?") + "1" + times(201, ":1") + "\n#endif\n"),
            "error 1:405: this condition is nested too deeply; split it\n");
}

TEST(SyntaxErrors, TooManyLabelsInARow) {
  std::string labels;
  for (int i = 0; i < 202; ++i) labels += "case " + std::to_string(i) + ":\n";
  EXPECT_EQ(messages("__global__ void k() { switch (threadIdx.x) {\n" + labels + "; } }\n"),
            "error 203:1: more than 200 labels stand in a row; use a range, `case 0 ... 9:`\n");
}

TEST(SyntaxErrors, AByteThatIsNoText) {
  EXPECT_EQ(messages("__global__ void k(int* out) { out[0] = \xff; }\n"),
            "error 1:40: a byte that is no text stands here; remove it\n");
}

TEST(SyntaxErrors, DeepNestingIsOneMessage) {
  const auto repeat = [](const char* part, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += part;
    return out;
  };
  const char* const kParts[] = {"(",
                                "[",
                                "{",
                                "-",
                                "f(",
                                "a[",
                                "if (a) ",
                                "if (a) {",
                                "(int)",
                                "a ? ",
                                "a = ",
                                "sizeof ",
                                "A<",
                                "int (*",
                                "[] {",
                                "{ struct S { ",
                                "while (a) ",
                                "!",
                                "a.b<",
                                "static_cast<",
                                "template <",
                                "template <class T> ",
                                "do ",
                                "switch (a) { case 1: ",
                                "namespace n { ",
                                "x = {",
                                "int a[",
                                "f(int (*g)(",
                                "else ",
                                "case 1: ",
                                "decltype(",
                                "alignas(",
                                "#pragma unroll\n",
                                "__attribute__((",
                                "operator ",
                                "::a",
                                "a::",
                                "~",
                                "...",
                                "int *",
                                "asm(",
                                "enum {",
                                "typedef ",
                                "extern \"C\" {",
                                "union {",
                                "using A = ",
                                "friend ",
                                "a <",
                                "a >",
                                "a<<<",
                                "F<B<",
                                "return ",
                                "goto "};
  for (const char* part : kParts)
    for (const int times : {300, 5000}) {
      Parsed parsed(repeat(part, times));
      EXPECT_LE(parsed.diagnostics.all().size(), Diagnostics::kLimit + 1) << part;
      Parsed kernel("__global__ void k() {" + repeat(part, times) + "}");
      EXPECT_LE(kernel.diagnostics.all().size(), Diagnostics::kLimit + 1) << part;
    }
  EXPECT_EQ(messages("x = " + repeat("(", 300) + "1" + repeat(")", 300) + ";\ny = 2;"),
            "error 1:132: this is nested more than 256 deep; split it\n");
  EXPECT_EQ(messages("x = a" + repeat("[0]", 1200) + ";\ny = 2;"),
            "error 1:5: this expression is more than 1000 parts deep; split it\n");
  EXPECT_EQ(messages("x = a" + repeat("[0]", 900) + ";"), "");
  EXPECT_EQ(messages("x = 1" + repeat(" + 1", 5000) + ";"), "") << "a chain is flat";
}

TEST(SyntaxErrors, AnyBytesAreReadToTheirEnd) {
  uint32_t state = 12345;
  const auto next = [&state] { return state = state * 1664525u + 1013904223u, state >> 8; };
  const std::string text = readFile(BANKLAB_TESTS_DIR "/kernels/49_blocked_to_striped_padding.cu") +
                           readFile(BANKLAB_TESTS_DIR "/kernels/61_ldmatrix_row_pitch.cu");
  for (int round = 0; round < 300; ++round) {
    std::string broken = text;
    for (int flips = 0; flips < 5; ++flips) broken[next() % broken.size()] = static_cast<char>(next());
    const size_t from = next() % broken.size();
    broken.erase(from, next() % 40);
    Parsed parsed(broken);
    for (const Diagnostic& diagnostic : parsed.diagnostics.all()) {
      EXPECT_LE(diagnostic.range.begin, diagnostic.range.end);
      EXPECT_LE(diagnostic.range.end, broken.size());
    }
  }
}
