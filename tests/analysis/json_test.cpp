#include "analysis/json_reader.hpp"
#include "analysis/json_writer.hpp"

#include <gtest/gtest.h>

using namespace banklab::analysis;

namespace {

std::string written(std::string_view text) { return JsonWriter().string(text).take(); }
std::string written(double value) { return JsonWriter().real(value).take(); }

std::string jsonProblem(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parseJson(text, error)) << text;
  return error;
}

} // namespace

TEST(JsonWriter, PutsCommasBetweenWhatStandsSideBySide) {
  JsonWriter json;
  json.beginObject().field("a", 1).key("b").beginArray().number(2).beginArray().endArray().integer(-3);
  json.boolean(true)
      .endArray()
      .key("c")
      .beginObject()
      .endObject()
      .field("d", "x")
      .flag("e", false)
      .endObject();
  EXPECT_EQ(json.take(), R"({"a":1,"b":[2,[],-3,true],"c":{},"d":"x","e":false})");
}

TEST(JsonWriter, WritesArraysOfNumbers) {
  const std::vector<uint8_t> bytes = {0, 9, 10, 255};
  const std::vector<uint32_t> words = {UINT32_MAX, 1'000'000'000};
  JsonWriter json;
  json.beginArray().numbers(bytes).numbers(words).numbers(std::vector<uint8_t>()).number(7).endArray();
  EXPECT_EQ(json.take(), "[[0,9,10,255],[4294967295,1000000000],[],7]");
}

TEST(JsonWriter, HoldsTextsOfAnyLength) {
  JsonWriter json;
  std::string expected = "[";
  json.beginArray();
  for (size_t length = 1; length < 5000; length += 499) {
    const std::string text(length, 'x');
    json.string(text);
    expected += (length > 1 ? ",\"" : "\"") + text + '"';
  }
  EXPECT_EQ(json.endArray().take(), expected + "]");
}

TEST(JsonWriter, EscapesWhatAStringMayNotHold) {
  EXPECT_EQ(written("a\"b\\c\n\r\t"), R"("a\"b\\c\n\r\t")");
  EXPECT_EQ(written(std::string_view("\0\x01\x1f\x7f", 4)), R"("\u0000\u0001\u001f\u007f")");
  EXPECT_EQ(written("größe 世界 🙂"), "\"größe 世界 🙂\"");
}

TEST(JsonWriter, ReplacesBytesThatAreNotUtf8) {
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(written("a\xff"
                    "b"),
            "\"a" + bad + "b\"");
  EXPECT_EQ(written("\xc3"), '"' + bad + '"');                               // cut off
  EXPECT_EQ(written("\xc0\x80"), '"' + bad + bad + '"');                     // overlong
  EXPECT_EQ(written("\xed\xa0\x80"), '"' + bad + bad + bad + '"');           // a surrogate
  EXPECT_EQ(written("\xf4\x90\x80\x80"), '"' + bad + bad + bad + bad + '"'); // past U+10FFFF
}

TEST(JsonWriter, WritesNumbersInFull) {
  EXPECT_EQ(JsonWriter().number(UINT64_MAX).take(), "18446744073709551615");
  EXPECT_EQ(JsonWriter().integer(INT64_MIN).take(), "-9223372036854775808");
  EXPECT_EQ(JsonWriter().number(uint64_t{UINT32_MAX} + 1).take(), "4294967296");
  EXPECT_EQ(written(1.0), "1");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(written(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(written(1.0 / 0.0), "null");
}

TEST(JsonReader, ReadsEveryKindOfValue) {
  std::string error;
  const auto value = parseJson(
      R"( {"n":null,"t":true,"f":false,"i":-12,"r":1.5e+3,"s":"a\u00e4\ud83d\ude42\n","a":[1,[],{}]} )",
      error);
  ASSERT_TRUE(value) << error;
  EXPECT_TRUE(value->find("n")->is(JsonValue::Kind::Null));
  EXPECT_TRUE(value->find("t")->isTrue());
  EXPECT_TRUE(value->find("f")->is(JsonValue::Kind::False));
  EXPECT_EQ(value->find("i")->integer(), -12);
  EXPECT_EQ(value->find("r")->text, "1.5e+3");
  EXPECT_EQ(value->find("r")->integer(), std::nullopt);
  EXPECT_EQ(value->find("s")->text, "aä🙂\n");
  EXPECT_EQ(value->find("a")->items.size(), 3u);
  EXPECT_EQ(value->find("b"), nullptr);
}

TEST(JsonReader, OfEqualNamesTheLastCounts) {
  std::string error;
  EXPECT_EQ(parseJson(R"({"a":1,"a":2})", error)->find("a")->integer(), 2);
}

TEST(JsonReader, HalfASurrogatePairBecomesTheReplacementCharacter) {
  std::string error;
  EXPECT_EQ(parseJson(R"("\ud83dx")", error)->text, "\xef\xbf\xbdx");
  EXPECT_EQ(parseJson(R"("\ud83d\u0041")", error)->text, "\xef\xbf\xbd"
                                                         "A");
}

TEST(JsonReader, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(jsonProblem(""), "JSON, byte 0: a value is expected here");
  EXPECT_EQ(jsonProblem("{\"a\" 1}"), "JSON, byte 5: ':' is expected here");
  EXPECT_EQ(jsonProblem("{a:1}"), "JSON, byte 1: a name in quotes is expected here");
  EXPECT_EQ(jsonProblem("[1 2]"), "JSON, byte 3: ',' or ']' is expected here");
  EXPECT_EQ(jsonProblem("{\"a\":1"), "JSON, byte 6: ',' or '}' is expected here");
  EXPECT_EQ(jsonProblem("1 2"), "JSON, byte 2: one value is enough");
  EXPECT_EQ(jsonProblem("01"), "JSON, byte 2: a number does not begin with 0");
  EXPECT_EQ(jsonProblem("1."), "JSON, byte 2: a digit is expected here");
  EXPECT_EQ(jsonProblem("1e"), "JSON, byte 2: a digit is expected here");
  EXPECT_EQ(jsonProblem("\"a"), "JSON, byte 2: a string does not end");
  EXPECT_EQ(jsonProblem("\"\n\""), "JSON, byte 1: a control character stands in a string");
  EXPECT_EQ(jsonProblem("\"\\x\""), "JSON, byte 3: this escape is unknown");
  EXPECT_EQ(jsonProblem("\"\\u12g4\""), "JSON, byte 3: four hexadecimal digits are expected here");
  EXPECT_EQ(jsonProblem("nul"), "JSON, byte 0: a value is expected here");
}

TEST(JsonReader, LimitsNesting) {
  std::string error;
  const auto nested = [](size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(parseJson(nested(kMaxJsonDepth), error));
  EXPECT_NE(jsonProblem(nested(1'000'000)).find("nested too deeply"), std::string::npos);
}

TEST(Json, WhatIsWrittenReadsBackTheSame) {
  std::string text;
  for (int byte = 0; byte < 128; ++byte) text += static_cast<char>(byte);
  text += "ä世🙂";
  std::string error;
  const auto value = parseJson(written(text), error);
  ASSERT_TRUE(value) << error;
  EXPECT_EQ(value->text, text);
}
