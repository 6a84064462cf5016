// The engine as functions from text to text: what is not an analysis of a source.

#include "analysis/fix/service.hpp"
#include "analysis/json_reader.hpp"
#include "analysis/occupancy.hpp"
#include "analysis/service.hpp"
#include "bank/machine.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::analysis;

namespace {

JsonValue parsed(const std::string& text) {
  std::string error;
  const auto json = parseJson(text, error);
  EXPECT_TRUE(json) << error;
  return json ? *json : JsonValue{};
}

int64_t number(const JsonValue& object, std::string_view name) {
  const JsonValue* member = object.find(name);
  return member ? member->integer().value_or(-1) : -1;
}

} // namespace

TEST(Service, ListsTheMachines) {
  const JsonValue all = parsed(machinesJson());
  ASSERT_EQ(all.items.size(), bank::machines().size());
  for (const JsonValue& one : all.items) {
    const bank::Machine* machine = bank::findMachine(one.find("id")->text);
    ASSERT_NE(machine, nullptr);
    EXPECT_EQ(one.find("title")->text, machine->title);
    EXPECT_EQ(number(one, "lanes"), machine->lanes);
    EXPECT_EQ(number(one, "banks"), machine->banks);
    EXPECT_EQ(number(one, "wordBytes"), machine->wordBytes);
    EXPECT_EQ(number(one, "bankBytes"), machine->bankBytes);
    EXPECT_EQ(one.find("evidence")->text == "measured", machine->evidence == bank::Evidence::Measured);
  }
}

TEST(Service, ListsTheMultiprocessors) {
  const JsonValue all = parsed(multiprocessorsJson());
  ASSERT_EQ(all.items.size(), multiprocessors().size());
  for (size_t i = 0; i < all.items.size(); ++i) {
    const Multiprocessor& one = multiprocessors()[i];
    EXPECT_EQ(all.items[i].find("id")->text, one.id);
    EXPECT_EQ(number(all.items[i], "threads"), one.threads);
    EXPECT_EQ(number(all.items[i], "blocks"), one.blocks);
    EXPECT_EQ(number(all.items[i], "sharedBytes"), one.sharedBytes);
    EXPECT_EQ(number(all.items[i], "sharedBytesOfBlock"), one.sharedBytesOfBlock);
    EXPECT_EQ(number(all.items[i], "reservedBytes"), one.reservedBytes);
    EXPECT_EQ(number(all.items[i], "unitBytes"), one.unitBytes);
  }
}

TEST(Service, RefusesAnUnknownMachineAtEachDoor) {
  const std::string_view said = "unknown machine 'sm_1'; the machines are";
  const JsonValue replayed = parsed(replayJson("op,active_mask,byte_offsets,wavefronts\n", "sm_1"));
  ASSERT_EQ(replayed.find("errors")->items.size(), 1u);
  EXPECT_EQ(replayed.find("errors")->items[0].find("message")->text.substr(0, said.size()), said);
  for (const std::string& text :
       {requestJson("ld.b32 1 0", "sm_1"), analyzeJson("float v = s[tid];", R"({"machine":"sm_1"})"),
        startStudy("float v = s[tid];", R"({"machine":"sm_1"})"),
        fix::fixJson("float v = s[tid];", R"({"machine":"sm_1"})"),
        fix::startFix("float v = s[tid];", R"({"machine":"sm_1"})")}) {
    const JsonValue answer = parsed(text);
    ASSERT_EQ(answer.find("diagnostics")->items.size(), 1u) << text;
    EXPECT_EQ(answer.find("diagnostics")->items[0].find("message")->text.substr(0, said.size()), said);
  }
  // And nothing of it is left under way.
  EXPECT_EQ(stepStudy() + finishStudy() + fix::stepFix() + fix::finishFix(), "");
}
