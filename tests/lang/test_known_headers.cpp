// Of a known header a text takes in the declarations that it needs, and no more.
#include "front_helpers.hpp"
#include "lang/preprocess/header_parts.hpp"
#include "lang/preprocess/known_headers.hpp"
#include "lang/preprocess/preprocessor.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace banklab::lang {
namespace {

/// A header's tokens, by the engine's own preprocessing.
struct ReadHeader {
  explicit ReadHeader(std::string_view text) : source("") {
    const PreprocessOptions options;
    Preprocessor preprocessor({text}, source, nullptr, options, symbols, arena, diagnostics);
    tokens = preprocessor.run().tokens;
    tokens.pop_back();
    parts = partsOf(tokens);
  }
  std::string namesOf(const HeaderPart& part) const {
    std::vector<std::string> names;
    for (const uint32_t name : part.names) names.emplace_back(symbols.text(name));
    std::sort(names.begin(), names.end());
    std::string text = part.always ? "(always)" : "";
    for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
    return text;
  }

  Source source;
  Symbols symbols;
  Arena arena;
  Diagnostics diagnostics;
  std::vector<Token> tokens;
  std::vector<HeaderPart> parts;
};

TEST(KnownHeaders, AreReadWithoutAWordAndFallIntoParts) {
  for (const KnownHeader& known : knownHeaders()) {
    const ReadHeader header(known.text);
    EXPECT_TRUE(header.diagnostics.all().empty()) << known.includedAs;
    uint32_t at = 0;
    for (const HeaderPart& part : header.parts) {
      EXPECT_EQ(part.begin, at) << known.includedAs;
      EXPECT_LT(part.begin, part.end) << known.includedAs;
      at = part.end;
      // Only what stands around declarations belongs to every text.
      if (!part.always) continue;
      const TokenKind first = header.tokens[part.begin].kind, last = header.tokens[part.end - 1].kind;
      EXPECT_TRUE(first == TokenKind::RightBrace || first == TokenKind::Semicolon ||
                  last == TokenKind::LeftBrace || first == TokenKind::KwUsing ||
                  first == TokenKind::KwStaticAssert)
          << known.includedAs << ": " << header.tokens[part.begin].text;
    }
    EXPECT_EQ(at, header.tokens.size()) << known.includedAs;
  }
}

TEST(KnownHeaders, APartHasTheNamesByWhichItIsAskedFor) {
  const struct {
    const char *text, *names;
  } rows[] = {
      {"struct A { int b; };", "A"},
      {"struct alignas(16) A { A(int c); };", "A"},
      {"template <typename T, int N = (3 > 2)> class A;", "A"},
      {"template <> struct A<int> { };", "A"},
      {"enum class E { one, two };", "E one two"},
      {"typedef enum tag word, *pointer;", "pointer tag word"},
      {"typedef struct { int x; } A;", "A x"},
      {"using A = B<int>;", "A"},
      {"using std::move;", "move std"},
      {"namespace a = b::c;", "a"},
      {"__device__ inline int f(int a, int b = 2) { return a + b; }", "f"},
      {"template <typename T> __device__ auto f(T a) noexcept(true) -> decltype(a + 1);", "f"},
      {"template <typename T> A(T) -> A<T>;", "A"},
      {"template <typename T> void A<T>::f() { }", "f"},
      {"__device__ A operator+(const A& a, B b) { return a; }", "A B"},
      {"bool operator==(A, const B) { return true; }", "A B"},
      {"template <typename T> T operator+(T, T) { return {}; }", "(always)"},
      {"template <typename T> inline constexpr bool is_v = f<T>(1);", "is_v"},
      {"__device__ __align__(8) int a, b[2] = {1, 2};", "a b"},
      {"extern const float pi, e;", "e pi"},
      {"namespace a {", "(always)"},
      {"inline namespace a::b {", "(always)"},
      {"}", "(always)"},
      {"using namespace a;", "(always)"},
      {"static_assert(true);", "(always)"},
  };
  for (const auto& row : rows) {
    const ReadHeader header(row.text);
    ASSERT_EQ(header.parts.size(), 1u) << row.text;
    EXPECT_EQ(header.namesOf(header.parts[0]), row.names) << row.text;
    EXPECT_EQ(header.parts[0].end, header.tokens.size()) << row.text;
  }
}

TEST(KnownHeaders, AreTakenInAsFarAsTheTextNeedsThem) {
  const auto taken = [](const std::string& text) {
    Source source(text);
    Arena arena;
    Diagnostics diagnostics;
    std::vector<std::string> words;
    for (const Token& token : preprocess(source, {}, arena, diagnostics).headers)
      words.emplace_back(token.text);
    return words;
  };
  const auto has = [](const std::vector<std::string>& words, const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  EXPECT_TRUE(taken("__global__ void k() {}").empty());

  const std::string include = "#include <cooperative_groups.h>\n";
  const std::vector<std::string> block = taken(include + "cooperative_groups::thread_block b;");
  EXPECT_TRUE(has(block, "thread_block"));
  EXPECT_FALSE(has(block, "coalesced_threads"));

  // What a declaration needs comes with it, from other headers too.
  const std::vector<std::string> sum = taken("#include <cub/cub.cuh>\ncub::Sum sum;");
  EXPECT_TRUE(has(sum, "plus"));
  EXPECT_FALSE(has(sum, "BlockReduce"));

  // Operators belong to their operands; nobody writes their names.
  EXPECT_TRUE(has(taken("#include <cuda_fp16.h>\n__half2 a;"), "operator"));
  EXPECT_FALSE(has(taken("#include <cuda_fp16.h>\nint a;"), "operator"));

  // The same again, whatever was read before.
  EXPECT_EQ(taken(include + "cooperative_groups::thread_block b;"), block);
}

} // namespace
} // namespace banklab::lang
