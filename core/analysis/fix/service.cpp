#include "analysis/fix/service.hpp"

#include "analysis/fix/search.hpp"
#include "analysis/json_writer.hpp"

namespace banklab::analysis::fix {

namespace {

/// A page shows nothing until the search is done: beyond about a third of a second an array has to do with
/// the fix that promised most.
constexpr uint64_t kEnoughSteps = 4'000'000;

struct Running {
  std::string source;
  Search search;
};

std::unique_ptr<Running>& running() {
  static std::unique_ptr<Running> one;
  return one;
}

/// The options; with `refused` the JSON that says what is wrong with them.
Options readOptions(std::string_view json, std::string& refused) {
  Options options;
  std::string problem;
  if (optionsFromJson(json, options, problem)) return options;
  Fixes fixes;
  fixes.file = options.file;
  fixes.diagnostics.push_back({lang::Severity::Error, {}, problem, {}});
  fixes.isComplete = false;
  refused = toJson(fixes, {});
  return options;
}

} // namespace

std::string fixJson(std::string_view source, std::string_view optionsJson) {
  std::string refused;
  const Options options = readOptions(optionsJson, refused);
  return refused.empty() ? toJson(search(source, options), source) : refused;
}

std::string startFix(std::string_view source, std::string_view optionsJson) {
  std::string refused;
  const Options options = readOptions(optionsJson, refused);
  Budget budget;
  budget.enough = kEnoughSteps;
  running().reset();
  if (refused.empty()) running().reset(new Running{std::string(source), Search(source, options, budget)});
  return refused;
}

std::string stepFix() {
  if (!running() || !running()->search.step()) return {};
  const Progress progress = running()->search.progress();
  JsonWriter json;
  json.beginObject().field("done", progress.done).field("total", progress.total).endObject();
  return json.take();
}

std::string finishFix() {
  if (!running()) return {};
  const std::unique_ptr<Running> done = std::move(running());
  return toJson(done->search.finish(), done->source);
}

} // namespace banklab::analysis::fix
