#include "cli/sarif.hpp"

#include "analysis/json_writer.hpp"
#include "analysis/service.hpp"
#include "cli/text.hpp"
#include "lang/preprocess/source.hpp"

#include <algorithm>

namespace banklab::cli {

using analysis::JsonWriter;

namespace {

/// A path as a URI reference: absolute ones as file:, all else relative to where the command ran.
std::string uriOf(std::string_view path) {
  constexpr std::string_view plain = "-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                         plain.find(c) != std::string_view::npos;
    if (isPlain) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += {'%', "0123456789ABCDEF"[byte >> 4], "0123456789ABCDEF"[byte & 15]};
  }
  return uri;
}

void writeRule(JsonWriter& json, std::string_view id, std::string_view brief, std::string_view help) {
  json.beginObject().field("id", id);
  json.key("shortDescription").beginObject().field("text", brief).endObject();
  json.key("help").beginObject().field("text", help).endObject().endObject();
}

} // namespace

/// The lines of one file and of those that it includes.
class SarifLog::Texts {
public:
  Texts(const analysis::Analysis& analysis, std::string_view text) : analysis_(analysis) {
    sources_.try_emplace("", std::string(text));
    for (const analysis::IncludedFile& file : analysis.included) sources_.try_emplace(file.path, file.text);
  }

  Location locate(const analysis::Place& place, std::string message = {}) const {
    Location location{analysis_.fileOf(place), {}, std::move(message)};
    if (place == analysis::Place{}) return location;
    location.region = {place.begin.line, columnOf(place.file, place.begin), place.end.line,
                       columnOf(place.file, place.end)};
    return location;
  }

private:
  uint32_t columnOf(const std::string& file, lang::Position position) const {
    const auto source = sources_.find(file);
    if (source == sources_.end()) return position.column;
    const std::string_view before =
        source->second.line(position.line)
            .substr(0, std::min<size_t>(position.column - 1, source->second.line(position.line).size()));
    const auto follows = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    return position.column - static_cast<uint32_t>(std::count_if(before.begin(), before.end(), follows));
  }

  const analysis::Analysis& analysis_;
  std::map<std::string, lang::Source> sources_;
};

void SarifLog::addConflict(const analysis::Report& report, const analysis::SiteReport& site,
                           Location location) {
  Result result;
  result.isConflict = true;
  result.level = maxDegree_ ? "error" : "warning";
  result.message = site.text + " is " + std::to_string(site.maxDegree) + "-way: " + grouped(site.wavefronts) +
                   " wavefronts where " + grouped(site.ideal) + " would do";
  if (maxDegree_) result.message += ", above the limit of " + std::to_string(*maxDegree_) + "-way";
  result.message += " (" + report.launchText + ")";
  if (site.why.isKnown()) result.message += "; " + site.why.text;
  result.locations.push_back(std::move(location));
  result.wavefronts = site.wavefronts;
  result.ideal = site.ideal;
  result.requests = site.requests;
  result.degree = site.maxDegree;

  const Location& own = result.locations.front();
  const auto same = std::find_if(results_.begin(), results_.end(), [&](const Result& other) {
    const Location& place = other.locations.front();
    return other.isConflict && place.file == own.file && place.region.line == own.region.line &&
           place.region.column == own.region.column && place.region.endLine == own.region.endLine &&
           place.region.endColumn == own.region.endColumn;
  });
  if (same == results_.end()) {
    results_.push_back(std::move(result));
  } else if (result.wavefronts - result.ideal > same->wavefronts - same->ideal) {
    *same = std::move(result);
  }
}

void SarifLog::add(const analysis::Analysis& analysis, std::string_view text) {
  const Texts texts(analysis, text);
  const auto addMessages = [&](const std::vector<analysis::Message>& messages) {
    for (const analysis::Message& message : messages) {
      Result result;
      result.level = analysis::name(message.severity);
      result.message = message.message;
      result.locations.push_back(texts.locate(message.place));
      for (const analysis::Note& note : message.notes)
        result.locations.push_back(texts.locate(note.place, note.message));
      results_.push_back(std::move(result));
    }
  };
  addMessages(analysis.diagnostics);
  for (const analysis::Report& report : analysis.reports) {
    for (const analysis::SiteReport& site : report.sites) {
      const bool counts = maxDegree_ ? site.maxDegree > *maxDegree_ : site.excessive() != 0;
      if (counts) addConflict(report, site, texts.locate(site.place));
    }
    addMessages(report.diagnostics);
  }
}

std::string SarifLog::print(bool succeeded) const {
  JsonWriter json;
  const auto writeLocation = [&](const Location& location) {
    json.beginObject().key("physicalLocation").beginObject();
    json.key("artifactLocation").beginObject().field("uri", uriOf(location.file)).endObject();
    if (const Region& region = location.region; region.line != 0) {
      json.key("region").beginObject().field("startLine", region.line).field("startColumn", region.column);
      json.field("endLine", region.endLine).field("endColumn", region.endColumn).endObject();
    }
    json.endObject();
    if (!location.message.empty())
      json.key("message").beginObject().field("text", location.message).endObject();
    json.endObject();
  };

  json.beginObject().field("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json.field("version", "2.1.0").key("runs").beginArray().beginObject();
  json.key("tool").beginObject().key("driver").beginObject().field("name", "banklab");
  json.field("version", analysis::version()).key("rules").beginArray();
  writeRule(json, "bank-conflict", "a warp's access to shared memory takes more wavefronts than it needs",
            "Lanes that want different words of one bank wait for each other. `banklab fix` looks for a "
            "padding or a "
            "swizzle that removes the conflict.");
  writeRule(json, "source", "what is wrong with a source, or with what it does when it runs",
            "The message names the way out.");
  json.endArray().endObject().endObject();
  json.field("columnKind", "unicodeCodePoints").key("invocations").beginArray().beginObject();
  json.flag("executionSuccessful", succeeded).endObject().endArray();
  json.key("results").beginArray();
  for (const Result& result : results_) {
    json.beginObject().field("ruleId", result.isConflict ? "bank-conflict" : "source");
    json.field("ruleIndex", result.isConflict ? 0 : 1).field("level", result.level);
    json.key("message").beginObject().field("text", result.message).endObject();
    json.key("locations").beginArray();
    writeLocation(result.locations.front());
    json.endArray();
    if (result.locations.size() > 1) {
      json.key("relatedLocations").beginArray();
      for (size_t i = 1; i < result.locations.size(); ++i) writeLocation(result.locations[i]);
      json.endArray();
    }
    if (result.isConflict) {
      json.key("properties").beginObject().field("degree", result.degree).field("requests", result.requests);
      json.field("wavefronts", result.wavefronts).field("ideal", result.ideal);
      json.field("excessive", result.wavefronts - result.ideal).endObject();
    }
    json.endObject();
  }
  json.endArray().endObject().endArray().endObject();
  return json.take() + '\n';
}

} // namespace banklab::cli
