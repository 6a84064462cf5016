#include "analysis/service.hpp"

#include "analysis/analyze.hpp"
#include "analysis/json_writer.hpp"
#include "bank/replay.hpp"

namespace banklab::analysis {

std::string analyzeJson(std::string_view source, std::string_view optionsJson) {
  Options options;
  std::string problem;
  if (optionsFromJson(optionsJson, options, problem)) return toJson(analyze(source, options));
  Analysis refused;
  refused.file = options.file;
  refused.diagnostics.push_back({lang::Severity::Error, {}, problem, {}});
  return toJson(refused);
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

std::string_view version() { return BANKLAB_VERSION; }

} // namespace banklab::analysis
