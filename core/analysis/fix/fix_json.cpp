#include "analysis/fix/fix.hpp"
#include "analysis/json_writer.hpp"
#include "analysis/occupancy.hpp"
#include "analysis/report_json.hpp"

namespace banklab::analysis::fix {

namespace {

void writeEdit(JsonWriter& json, const lang::Source& source, const Edit& edit) {
  json.beginObject();
  writePlace(json, placeOf(source, edit.range));
  json.field("text", edit.text).endObject();
}

void writeSite(JsonWriter& json, const SiteChange& site) {
  json.beginObject();
  writePlace(json, site.place);
  json.field("text", site.text).field("kind", analysis::name(site.kind));
  json.field("wavefronts_before", site.before.wavefronts).field("wavefronts_after", site.after.wavefronts);
  json.field("excessive_before", site.before.excessive()).field("excessive_after", site.after.excessive());
  json.endObject();
}

void writeFix(JsonWriter& json, const lang::Source& source, const Fix& fix) {
  json.beginObject().field("kind", name(fix.kind)).field("summary", fix.summary);
  json.key("arrays").beginArray();
  for (const std::string& array : fix.arrays) json.string(array);
  json.endArray();
  json.field("wavefronts_before", fix.before.wavefronts).field("wavefronts_after", fix.after.wavefronts);
  json.field("excessive_after", fix.after.excessive()).key("bytes_added").integer(fix.bytesAdded());
  json.flag("proved", true).field("diff", fix.diff).key("edits").beginArray();
  for (const Edit& edit : fix.edits) writeEdit(json, source, edit);
  json.endArray().key("sites").beginArray();
  for (const SiteChange& site : fix.sites) writeSite(json, site);
  json.endArray().field("all_wavefronts_before", fix.allBefore).field("all_wavefronts_after", fix.allAfter);
  json.field("shared_bytes_before", fix.sharedBefore).field("shared_bytes_after", fix.sharedAfter);
  json.field("sectors_before", fix.sectorsBefore).field("sectors_after", fix.sectorsAfter);
  json.key("occupancy").beginArray();
  for (const Multiprocessor& one : multiprocessors()) {
    json.beginObject().field("id", one.id);
    json.field("blocks_before", occupancy(one, fix.threads, fix.sharedBefore).blocks);
    json.field("blocks_after", occupancy(one, fix.threads, fix.sharedAfter).blocks).endObject();
  }
  json.endArray();
  json.flag("compares_values", fix.comparesValues).field("note", fix.note).endObject();
}

void writeAnswer(JsonWriter& json, const Answer& answer) {
  constexpr std::string_view verdicts[] = {"same", "different", "unfit"};
  json.key("answer").beginObject().field("verdict", verdicts[static_cast<size_t>(answer.verdict)]);
  json.field("problem", answer.problem);
  json.field("wavefronts", answer.wavefronts).field("excessive", answer.excessive);
  json.field("best_wavefronts", answer.best);
  json.field("sectors", answer.sectors).field("sectors_before", answer.sectorsBefore);
  json.field("shared_bytes", answer.sharedBytes)
      .field("shared_bytes_before", answer.sharedBefore)
      .endObject();
}

} // namespace

std::string toJson(const Fixes& fixes, std::string_view text) {
  const lang::Source source{std::string(text)};
  JsonWriter json;
  json.beginObject().field("schema", "banklab.fix/1").field("file", fixes.file);
  writeMessages(json, fixes.diagnostics);
  json.key("arrays").beginArray();
  for (const ArrayFixes& array : fixes.arrays) {
    json.beginObject().field("array", array.array);
    writePlace(json, array.place);
    json.field("wavefronts", array.cost.wavefronts).field("ideal", array.cost.ideal);
    json.field("excessive", array.cost.excessive()).key("candidates").beginArray();
    for (const Fix& fix : array.fixes) writeFix(json, source, fix);
    json.endArray().key("rejected").beginArray();
    for (const Rejected& one : array.rejected) {
      json.beginObject().field("kind", name(one.kind)).field("summary", one.summary);
      json.field("reason", one.reason).endObject();
    }
    json.endArray().field("reason", array.reason).endObject();
  }
  json.endArray().key("together").beginArray();
  for (const Fix& fix : fixes.together) writeFix(json, source, fix);
  json.endArray();
  if (fixes.answer) writeAnswer(json, *fixes.answer);
  json.flag("complete", fixes.isComplete).endObject();
  return json.take();
}

} // namespace banklab::analysis::fix
