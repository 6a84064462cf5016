#include "public_json.hpp"

#include "analysis/json_writer.hpp"

using namespace banklab;
using Json = analysis::JsonWriter;

namespace {

template <typename Numbers>
void numbers(Json& json, std::string_view key, const Numbers& list) {
  json.key(key).beginArray();
  for (const auto number : list) json.number(number);
  json.endArray();
}

void place(Json& json, const Place& place) {
  if (!place.file.empty()) json.field("file", place.file);
  json.field("line", place.line).field("column", place.column);
  json.field("end_line", place.endLine).field("end_column", place.endColumn);
}

void diagnostics(Json& json, const std::vector<Diagnostic>& list) {
  json.key("diagnostics").beginArray();
  for (const Diagnostic& diagnostic : list) {
    json.beginObject().field("severity", name(diagnostic.severity));
    place(json, diagnostic.place);
    json.field("message", diagnostic.message).key("notes").beginArray();
    for (const Note& note : diagnostic.notes) {
      json.beginObject();
      place(json, note.place);
      json.field("message", note.message).endObject();
    }
    json.endArray().endObject();
  }
  json.endArray();
}

std::string hexadecimal(uint64_t mask, uint32_t digits) {
  std::string text(digits, '0');
  for (size_t i = digits; i-- > 0; mask >>= 4) text[i] = "0123456789abcdef"[mask & 15];
  return "0x" + text;
}

void pattern(Json& json, const Pattern& pattern) {
  json.beginObject().field("count", pattern.count).field("wavefronts", pattern.cost.wavefronts);
  json.field("ideal", pattern.cost.ideal).field("degree", pattern.cost.degree);
  json.field("op", pattern.op.name()).flag("paired", pattern.cost.paired);
  numbers(json, "block", pattern.block);
  json.field("warp", pattern.warp).field("execution", pattern.execution);
  json.field("active_mask",
             hexadecimal(pattern.activeMask, static_cast<uint32_t>(pattern.byteOffsets.size()) / 4));
  numbers(json, "byte_offsets", pattern.byteOffsets);
  json.key("passes").beginArray();
  for (const Pass& pass : pattern.passes) {
    json.beginObject().field("degree", pass.degree);
    numbers(json, "lanes", pass.lanes);
    json.key("wavefronts").beginArray();
    for (const auto& wavefront : pass.wavefronts) {
      json.beginArray();
      for (const uint8_t lane : wavefront) json.number(lane);
      json.endArray();
    }
    json.endArray().endObject();
  }
  json.endArray().endObject();
}

void site(Json& json, const Site& site) {
  json.beginObject();
  place(json, site.place);
  json.field("text", site.text).field("array", site.array).field("kind", name(site.kind));
  json.field("op", site.op.name()).field("bytes_per_lane", site.bytesPerLane);
  json.flag("predictable", site.predictable).flag("lower_bound", site.lowerBound);
  json.field("requests", site.requests).field("wavefronts", site.wavefronts);
  json.field("ideal", site.ideal).field("excessive", site.excessive()).field("max_degree", site.maxDegree);
  json.key("patterns").beginArray();
  for (const Pattern& each : site.patterns) pattern(json, each);
  json.endArray().key("merges").beginArray();
  for (const Merge& merge : site.merges) {
    json.beginObject().field("op", merge.op.name()).field("accesses", merge.accesses);
    json.field("count", merge.count).key("with").beginArray();
    for (const Place& other : merge.with) {
      json.beginObject();
      place(json, other);
      json.endObject();
    }
    json.endArray().field("message", merge.message).endObject();
  }
  json.endArray();
  if (!site.why.text.empty()) {
    const Why& why = site.why;
    json.key("why").beginObject().field("text", why.text).field("address", why.address);
    if (why.stride) json.key("stride_words").real(*why.stride);
    json.field("pass", why.pass).field("bank", why.bank).key("lanes").beginArray();
    for (const uint8_t lane : why.lanes) json.number(lane);
    json.endArray().key("words").beginArray();
    for (const uint32_t word : why.words) json.number(word);
    json.endArray().endObject();
  }
  json.endObject();
}

void globalSite(Json& json, const GlobalSite& site) {
  json.beginObject();
  place(json, site.place);
  json.field("text", site.text).field("kind", name(site.kind)).field("op", site.op.name());
  json.field("bytes_per_lane", site.bytesPerLane).field("requests", site.requests);
  json.field("sectors", site.sectors).field("ideal", site.ideal).field("excessive", site.excessive());
  json.endObject();
}

void branch(Json& json, const Branch& branch) {
  json.beginObject();
  place(json, branch.place);
  json.field("text", branch.text).field("kind", name(branch.kind));
  json.field("executions", branch.executions).field("divergent", branch.divergent);
  json.field("active_lanes", branch.activeLanes).field("taken_lanes", branch.takenLanes).endObject();
}

void report(Json& json, const Report& report) {
  json.beginObject().field("machine", report.machine.id());
  json.field("lanes", report.machine.lanes()).field("banks", report.machine.banks());
  json.field("word_bytes", report.machine.wordBytes()).field("bank_bytes", report.machine.bankBytes());
  json.key("launch").beginObject().field("text", report.launch).field("kernel", report.kernel);
  numbers(json, "grid", report.grid);
  numbers(json, "block", report.block);
  json.field("dynamic_shared_bytes", report.dynamicSharedBytes).endObject();
  json.field("blocks_run", report.blocksRun).field("warps_run", report.warpsRun);
  json.key("sites").beginArray();
  for (const Site& each : report.sites) site(json, each);
  json.endArray();
  json.key("totals").beginObject().field("requests", report.requests).field("wavefronts", report.wavefronts);
  json.field("ideal", report.ideal).field("excessive", report.excessive()).endObject();
  json.field("shared_bytes", report.sharedBytes).key("knobs").beginArray();
  for (const Knob& knob : report.knobs) {
    json.beginObject().field("name", knob.name).key("value");
    knob.isFloat ? json.real(knob.real) : json.integer(knob.value);
    json.key("min").integer(knob.min).key("max").integer(knob.max).flag("is_float", knob.isFloat);
    json.endObject();
  }
  json.endArray().key("assumptions").beginArray();
  for (const std::string& assumption : report.assumptions) json.string(assumption);
  json.endArray();
  diagnostics(json, report.diagnostics);
  json.flag("truncated", report.truncated).flag("as_compiled", report.asCompiled);
  json.key("global_sites").beginArray();
  for (const GlobalSite& each : report.globalSites) globalSite(json, each);
  json.endArray().key("branches").beginArray();
  for (const Branch& each : report.branches) branch(json, each);
  json.endArray();
  if (!report.matters.empty()) {
    json.key("matters").beginObject().field("arithmetic", report.arithmetic);
    json.field("text", report.matters).endObject();
  }
  json.endObject();
}

} // namespace

std::string publicJson(const Analysis& analysis) {
  Json json;
  json.beginObject().field("schema", "banklab.report/1").field("file", analysis.file);
  diagnostics(json, analysis.diagnostics);
  json.key("reports").beginArray();
  for (const Report& each : analysis.reports) report(json, each);
  json.endArray().endObject();
  return json.take();
}
