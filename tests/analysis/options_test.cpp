#include "analysis/options.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using analysis::Options;
using analysis::optionsFromJson;

namespace {

Options read(std::string_view json) {
  Options options;
  std::string error;
  EXPECT_TRUE(optionsFromJson(json, options, error)) << error;
  return options;
}

std::string problemOf(std::string_view json) {
  Options options;
  std::string error;
  EXPECT_FALSE(optionsFromJson(json, options, error)) << json;
  return error;
}

} // namespace

TEST(Options, HaveTheCommandsDefaults) {
  for (const std::string_view json : {"", "{}", R"({"launch":null,"set":null})"}) {
    const Options options = read(json);
    EXPECT_TRUE(options.launches.empty());
    EXPECT_EQ(options.blocks, 1u);
    EXPECT_EQ(options.fill, simt::Fill::Iota);
    EXPECT_EQ(options.machine, "sm_90");
  }
}

TEST(Options, AreReadByName) {
  const Options options =
      read(R"j({"launch":"k<<<1, 32>>>(a)","kernel":"k","set":{"col":3,"N":"1<<4","x":1.5},
      "input":["a[i] = i","b[i] = 2"],"blocks":7,"fill":"random:9","machine":"gfx942","file":"a.cu","maxSteps":1000,"asCompiled":true})j");
  EXPECT_EQ(options.launches, std::vector<std::string>{"k<<<1, 32>>>(a)"});
  EXPECT_EQ(options.kernel, "k");
  EXPECT_EQ(options.settings,
            (std::map<std::string, std::string>{{"col", "3"}, {"N", "1<<4"}, {"x", "1.5"}}));
  EXPECT_EQ(options.inputs, (std::vector<std::string>{"a[i] = i", "b[i] = 2"}));
  EXPECT_EQ(options.blocks, 7u);
  EXPECT_EQ(options.fill, simt::Fill::Random);
  EXPECT_EQ(options.seed, 9u);
  EXPECT_EQ(options.machine, "gfx942");
  EXPECT_EQ(options.file, "a.cu");
  EXPECT_EQ(options.maxSteps, 1000u);
  EXPECT_TRUE(options.asCompiled);
  EXPECT_EQ(read(R"j({"launch":["a<<<1,1>>>()","b<<<1,1>>>()"]})j").launches.size(), 2u);
}

TEST(Options, TakeEveryFillAndNumberOfBlocks) {
  EXPECT_EQ(read(R"({"fill":"iota"})").fill, simt::Fill::Iota);
  EXPECT_EQ(read(R"({"fill":"words"})").fill, simt::Fill::Words);
  EXPECT_EQ(read(R"({"fill":"zero"})").fill, simt::Fill::Zero);
  EXPECT_EQ(read(R"({"fill":"random"})").fill, simt::Fill::Random);
  EXPECT_EQ(read(R"({"blocks":"all"})").blocks, UINT64_MAX);
  EXPECT_EQ(read(R"({"files":{"a.cuh":"int i;"}})").files.at("a.cuh"), "int i;");
  EXPECT_EQ(read(R"({"include":["a","b"]})").includeFolders, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(read(R"({"blocks":"12"})").blocks, 12u);
}

TEST(Options, SayWhatIsWrong) {
  EXPECT_EQ(problemOf("[]"), "the options are a JSON object");
  EXPECT_EQ(problemOf("{"), "JSON, byte 1: a name in quotes is expected here");
  EXPECT_EQ(problemOf(R"({"speed":1})"), "unknown option 'speed'");
  EXPECT_EQ(problemOf(R"({"blocks":0})"), "blocks is '0'; it takes a whole number from 1, or 'all'");
  EXPECT_EQ(problemOf(R"({"blocks":-1})"), "blocks is '-1'; it takes a whole number from 1, or 'all'");
  EXPECT_EQ(problemOf(R"({"blocks":[]})"), "option 'blocks' has a value of the wrong type");
  EXPECT_EQ(problemOf(R"({"fill":"ones"})"),
            "fill is 'ones'; it takes iota, words, zero, random or random:SEED");
  EXPECT_EQ(problemOf(R"({"fill":"random:x"})"),
            "fill is 'random:x'; it takes iota, words, zero, random or random:SEED");
  EXPECT_EQ(problemOf(R"({"set":{"a":true}})"), "set takes a number or a string for 'a'");
  EXPECT_EQ(problemOf(R"({"files":{"a":1}})"), "files takes a string for 'a'");
  EXPECT_EQ(problemOf(R"({"files":["a"]})"), "option 'files' has a value of the wrong type");
  EXPECT_EQ(problemOf(R"({"include":1})"), "include takes a string or an array of strings");
  EXPECT_EQ(problemOf(R"({"set":3})"), "option 'set' has a value of the wrong type");
  EXPECT_EQ(problemOf(R"({"input":[1]})"), "input takes a string or an array of strings");
  EXPECT_EQ(problemOf(R"({"launch":1})"), "launch takes a string or an array of strings");
  EXPECT_EQ(problemOf(R"({"maxSteps":0})"), "maxSteps is '0'; it takes a whole number from 1");
  EXPECT_EQ(problemOf(R"({"machine":"sm_1"})").substr(0, 45),
            "unknown machine 'sm_1'; the machines are sm_5");
}

TEST(Options, OfSeveralProblemsTheFirstIsToldAndTheRestIsSet) {
  Options options;
  std::string error;
  EXPECT_FALSE(optionsFromJson(R"({"a":1,"b":2,"file":"x.cu"})", options, error));
  EXPECT_EQ(error, "unknown option 'a'");
  EXPECT_EQ(options.file, "x.cu");
}

TEST(Options, SettingsAreNameAndValue) {
  Options options;
  std::string error;
  EXPECT_TRUE(addSetting(options, "s=a=b", error));
  EXPECT_EQ(options.settings["s"], "a=b");
  for (const std::string_view bad : {"", "s", "=3", "s="}) {
    EXPECT_FALSE(addSetting(options, bad, error));
    EXPECT_EQ(error, "set is '" + std::string(bad) + "'; it takes name=value");
  }
}
