// The schema banklab.report/1. docs/report.md describes what is written here: change them together.

#include "analysis/report_json.hpp"

namespace banklab::analysis {

std::string_view name(simt::AccessKind kind) {
  constexpr std::string_view names[] = {"load", "store", "atomic", "matrix", "async"};
  return names[static_cast<size_t>(kind)];
}

std::string_view name(simt::BranchKind kind) {
  constexpr std::string_view names[] = {"if", "loop", "conditional", "logical", "switch"};
  return names[static_cast<size_t>(kind)];
}

std::string_view name(lang::Severity severity) {
  constexpr std::string_view names[] = {"error", "warning", "note"};
  return names[static_cast<size_t>(severity)];
}

void writePlace(JsonWriter& json, const Place& place) {
  if (!place.file.empty()) json.field("file", place.file);
  json.field("line", place.begin.line).field("column", place.begin.column);
  json.field("end_line", place.end.line).field("end_column", place.end.column);
}

void writeMessages(JsonWriter& json, const std::vector<Message>& messages) {
  json.key("diagnostics").beginArray();
  for (const Message& message : messages) {
    json.beginObject().field("severity", name(message.severity));
    writePlace(json, message.place);
    json.field("message", message.message).key("notes").beginArray();
    for (const Note& note : message.notes) {
      json.beginObject();
      writePlace(json, note.place);
      json.field("message", note.message).endObject();
    }
    json.endArray().endObject();
  }
  json.endArray();
}

namespace {

void writeDim3(JsonWriter& json, std::string_view key, lang::Dim3 dim) {
  json.key(key).beginArray().number(dim.x).number(dim.y).number(dim.z).endArray();
}

/// As many hexadecimal digits as the warp has lanes over 4.
std::string hexMask(uint64_t mask, uint32_t lanes) {
  std::string text = "0x";
  for (uint32_t digit = lanes / 4; digit-- > 0;) text += "0123456789abcdef"[mask >> (4 * digit) & 15];
  return text;
}

void writePattern(JsonWriter& json, const Pattern& pattern) {
  json.beginObject();
  json.field("count", pattern.count).field("wavefronts", pattern.counts.wavefronts);
  json.field("ideal", pattern.counts.ideal).field("degree", pattern.counts.maxDegree);
  json.field("op", bank::opName(pattern.op)).flag("paired", pattern.counts.paired);
  writeDim3(json, "block", pattern.block);
  json.field("warp", pattern.warp).field("execution", pattern.execution);
  json.field("active_mask", hexMask(pattern.activeMask, static_cast<uint32_t>(pattern.byteOffsets.size())));
  json.key("byte_offsets").numbers(pattern.byteOffsets);
  json.key("passes").beginArray();
  for (const bank::Pass& pass : pattern.schedule.passes) {
    json.beginObject().field("degree", pass.degree).key("lanes").numbers(pass.lanes);
    json.key("wavefronts").beginArray();
    for (const auto& wavefront : pass.wavefronts) json.numbers(wavefront);
    json.endArray().endObject();
  }
  json.endArray().endObject();
}

void writeWhy(JsonWriter& json, const Why& why) {
  json.key("why").beginObject().field("text", why.text).field("address", why.address);
  if (why.stride) json.key("stride_words").real(*why.stride);
  json.field("pass", why.pass).field("bank", why.bank);
  json.key("lanes").numbers(why.lanes);
  json.key("words").numbers(why.words).endObject();
}

void writeSite(JsonWriter& json, const SiteReport& site) {
  json.beginObject();
  writePlace(json, site.place);
  json.field("text", site.text).field("array", site.array).field("kind", name(site.kind));
  json.field("op", bank::opName(site.op)).field("bytes_per_lane", site.bytesPerLane);
  json.flag("predictable", site.predictable).flag("lower_bound", site.lowerBound);
  json.field("requests", site.requests).field("wavefronts", site.wavefronts);
  json.field("ideal", site.ideal).field("excessive", site.excessive()).field("max_degree", site.maxDegree);
  json.key("patterns").beginArray();
  for (const Pattern& pattern : site.patterns) writePattern(json, pattern);
  json.endArray().key("merges").beginArray();
  for (const MergeReport& merge : site.merges) {
    json.beginObject().field("op", bank::opName(merge.into)).field("accesses", merge.accesses);
    json.field("count", merge.count).key("with").beginArray();
    for (const Place& place : merge.with) {
      json.beginObject();
      writePlace(json, place);
      json.endObject();
    }
    json.endArray().field("message", merge.message).endObject();
  }
  json.endArray();
  if (site.why.isKnown()) writeWhy(json, site.why);
  json.endObject();
}

void writeGlobalSite(JsonWriter& json, const GlobalSiteReport& site) {
  json.beginObject();
  writePlace(json, site.place);
  json.field("text", site.text).field("kind", name(site.kind)).field("op", bank::opName(site.op));
  json.field("bytes_per_lane", site.bytesPerLane).field("requests", site.requests);
  json.field("sectors", site.sectors).field("ideal", site.ideal);
  json.field("excessive", site.excessive()).endObject();
}

void writeBranch(JsonWriter& json, const BranchReport& branch) {
  json.beginObject();
  writePlace(json, branch.place);
  json.field("text", branch.text).field("kind", name(branch.kind));
  json.field("executions", branch.executions).field("divergent", branch.divergent);
  json.field("active_lanes", branch.active).field("taken_lanes", branch.taken).endObject();
}

void writeKnob(JsonWriter& json, const lang::Knob& knob) {
  json.beginObject().field("name", knob.name).key("value");
  knob.isFloat ? json.real(knob.real) : json.integer(knob.value);
  json.key("min").integer(knob.min).key("max").integer(knob.max);
  json.flag("is_float", knob.isFloat).endObject();
}

void writeReport(JsonWriter& json, const Report& report) {
  json.beginObject().field("machine", report.machine->id);
  json.field("lanes", report.machine->lanes).field("banks", report.machine->banks);
  json.field("word_bytes", report.machine->wordBytes).field("bank_bytes", report.machine->bankBytes);
  json.key("launch").beginObject().field("text", report.launchText).field("kernel", report.kernel);
  writeDim3(json, "grid", report.grid);
  writeDim3(json, "block", report.block);
  json.field("dynamic_shared_bytes", report.dynamicSharedBytes).endObject();
  json.field("blocks_run", report.blocksRun).field("warps_run", report.warpsRun);
  json.key("sites").beginArray();
  for (const SiteReport& site : report.sites) writeSite(json, site);
  json.endArray();
  json.key("totals").beginObject().field("requests", report.requests).field("wavefronts", report.wavefronts);
  json.field("ideal", report.ideal).field("excessive", report.excessive()).endObject();
  json.field("shared_bytes", report.sharedBytes);
  json.key("knobs").beginArray();
  for (const lang::Knob& knob : report.knobs) writeKnob(json, knob);
  json.endArray().key("assumptions").beginArray();
  for (const std::string& assumption : report.assumptions) json.string(assumption);
  json.endArray();
  writeMessages(json, report.diagnostics);
  json.flag("truncated", report.truncated).flag("as_compiled", report.asCompiled);
  json.key("global_sites").beginArray();
  for (const GlobalSiteReport& site : report.globalSites) writeGlobalSite(json, site);
  json.endArray().key("branches").beginArray();
  for (const BranchReport& branch : report.branches) writeBranch(json, branch);
  json.endArray();
  if (!report.matters.empty()) {
    json.key("matters").beginObject().field("arithmetic", report.arithmetic);
    json.field("text", report.matters).endObject();
  }
  json.endObject();
}

} // namespace

std::string toJson(const Analysis& analysis) {
  JsonWriter json;
  json.beginObject().field("schema", "banklab.report/1").field("file", analysis.file);
  writeMessages(json, analysis.diagnostics);
  json.key("reports").beginArray();
  for (const Report& report : analysis.reports) writeReport(json, report);
  json.endArray().endObject();
  return json.take();
}

} // namespace banklab::analysis
