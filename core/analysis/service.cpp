#include "analysis/service.hpp"

#include "analysis/analyze.hpp"
#include "analysis/json_writer.hpp"
#include "analysis/occupancy.hpp"
#include "analysis/request.hpp"
#include "bank/replay.hpp"

namespace banklab::analysis {

namespace {

std::string refusalJson(std::string file, std::string problem) {
  Analysis refused;
  refused.file = std::move(file);
  refused.diagnostics.push_back({lang::Severity::Error, {}, std::move(problem), {}});
  return toJson(refused);
}

std::unique_ptr<Study>& running() {
  static std::unique_ptr<Study> one;
  return one;
}

} // namespace

std::string analyzeJson(std::string_view source, std::string_view optionsJson) {
  Options options;
  std::string problem;
  if (optionsFromJson(optionsJson, options, problem)) return toJson(analyze(source, options));
  return refusalJson(options.file, problem);
}

std::string startStudy(std::string_view source, std::string_view optionsJson) {
  Options options;
  std::string problem;
  running().reset();
  if (!optionsFromJson(optionsJson, options, problem)) return refusalJson(options.file, problem);
  running() = std::make_unique<Study>(source, options);
  return {};
}

std::string stepStudy() {
  constexpr uint64_t kSteps = 4096; // after these whoever calls may look up
  constexpr int kWarps = 256;
  if (!running() || !running()->step()) return {};
  const Study::Progress before = running()->progress();
  Study::Progress progress = before;
  for (int i = 0; i < kWarps && progress.steps - before.steps < kSteps; ++i) {
    if (!running()->step()) break;
    progress = running()->progress();
  }
  JsonWriter json;
  json.beginObject().field("done", progress.blocks).field("total", progress.allBlocks);
  json.field("steps", progress.steps).endObject();
  return json.take();
}

std::string finishStudy() {
  if (!running()) return {};
  const std::unique_ptr<Study> done = std::move(running());
  return toJson(done->finish());
}

std::string requestJson(std::string_view text, std::string_view machine) {
  Options options;
  std::string problem;
  if (!machine.empty() && !setMachine(options, machine, problem)) return refusalJson({}, problem);
  return toJson(analyzeRequest(text, *bank::findMachine(options.machine)));
}

std::string replayJson(std::string_view csv, std::string_view machine) {
  Options options;
  bank::ReplayResult result;
  std::string problem;
  if (machine.empty() || setMachine(options, machine, problem)) {
    result = bank::replay(csv, *bank::findMachine(options.machine));
  } else {
    result.errors.push_back({0, problem});
  }

  JsonWriter json;
  json.beginObject().field("schema", "banklab.replay/1").field("machine", options.machine);
  json.field("rows", result.rows).field("agreed", result.agreed).key("differences").beginArray();
  for (const bank::ReplayDifference& difference : result.differences) {
    json.beginObject().field("line", difference.line).field("op", bank::opName(difference.op));
    json.field("expected_wavefronts", difference.expectedWavefronts);
    json.field("wavefronts", difference.gotWavefronts);
    if (difference.expectedConflicts) json.field("expected_conflicts", *difference.expectedConflicts);
    json.field("conflicts", difference.gotConflicts).endObject();
  }
  json.endArray().key("errors").beginArray();
  for (const bank::ReplayError& error : result.errors) {
    json.beginObject().field("line", error.line).field("message", error.message).endObject();
  }
  json.endArray().endObject();
  return json.take();
}

std::string machinesJson() {
  JsonWriter json;
  json.beginArray();
  for (const bank::Machine& machine : bank::machines()) {
    json.beginObject().field("id", machine.id).field("title", machine.title);
    json.field("lanes", machine.lanes).field("banks", machine.banks);
    json.field("wordBytes", machine.wordBytes).field("bankBytes", machine.bankBytes);
    json.field("evidence", machine.evidence == bank::Evidence::Measured ? "measured" : "documented");
    json.field("source", machine.source).endObject();
  }
  json.endArray();
  return json.take();
}

std::string multiprocessorsJson() {
  JsonWriter json;
  json.beginArray();
  for (const Multiprocessor& one : multiprocessors()) {
    json.beginObject().field("id", one.id).field("threads", one.threads).field("blocks", one.blocks);
    json.field("sharedBytes", one.sharedBytes).field("sharedBytesOfBlock", one.sharedBytesOfBlock);
    json.field("reservedBytes", one.reservedBytes).field("unitBytes", one.unitBytes).endObject();
  }
  json.endArray();
  return json.take();
}

std::string_view version() { return BANKLAB_VERSION; }

} // namespace banklab::analysis
