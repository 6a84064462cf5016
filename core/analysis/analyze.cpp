#include "analysis/analyze.hpp"

#include "analysis/collector.hpp"
#include "lang/compile.hpp"

#include <algorithm>

namespace banklab::analysis {

namespace {

Place placeOf(const lang::Source& source, lang::SourceRange range) {
  return {source.position(range.begin), source.position(std::max(range.begin, range.end))};
}

Message messageOf(const lang::Source& source, const lang::Diagnostic& diagnostic) {
  Message message{diagnostic.severity, placeOf(source, diagnostic.range), diagnostic.message, {}};
  for (const lang::DiagnosticNote& note : diagnostic.notes) {
    message.notes.push_back({placeOf(source, note.range), note.message});
  }
  return message;
}

/// The name of the shared object in which a byte lies. A dynamic array reaches to the end of shared memory;
/// of several, which all begin at the same byte, the first one is told.
std::string_view arrayAt(const lang::Kernel& kernel, uint64_t offset) {
  std::string_view dynamic;
  for (const lang::SharedObject& object : kernel.shared) {
    const lang::Variable& variable = *object.variable;
    if (offset < object.offset) continue;
    if (variable.type->count == lang::Type::kUnbounded || variable.storage == lang::Storage::DynamicShared) {
      if (dynamic.empty()) dynamic = variable.name;
    } else if (offset - object.offset < variable.type->size()) {
      return variable.name;
    }
  }
  return dynamic;
}

SiteReport siteReport(const lang::Source& source, const lang::Kernel& kernel, const simt::Site& site,
                      uint32_t index, const Collector& collector) {
  const Collector::Tally tally = collector.tally(index);
  SiteReport report;
  report.place = placeOf(source, site.range);
  report.text = source.text(site.range);
  if (tally.touched) report.array = arrayAt(kernel, tally.firstOffset);
  report.kind = site.kind;
  report.op = site.op;
  report.bytesPerLane = site.bytesPerLane;
  report.predictable = site.predictable;
  report.requests = tally.requests;
  report.patterns = collector.patterns(index);
  if (site.predictable) {
    report.lowerBound = tally.lowerBound;
    report.wavefronts = tally.wavefronts;
    report.ideal = tally.ideal;
    report.maxDegree = tally.maxDegree;
  } else {
    // No rule is known, so nothing is claimed; which words the lanes touch stays worth showing.
    for (Pattern& pattern : report.patterns) {
      pattern.counts = {};
      pattern.schedule = {};
    }
  }
  return report;
}

bool before(const Place& a, const Place& b) {
  const auto key = [](const Place& p) {
    return std::array{p.begin.line, p.begin.column, p.end.line, p.end.column};
  };
  return key(a) < key(b);
}

Report runLaunch(const lang::Program& program, const lang::Launch& launch, const bank::Machine& machine,
                 const Options& options) {
  simt::RunOptions runOptions;
  runOptions.blocks = options.blocks;
  runOptions.fill = options.fill;
  runOptions.seed = options.seed;
  runOptions.maxSteps = options.maxSteps;
  Collector collector(machine);
  const simt::RunResult run = simt::run(program, launch, machine, runOptions, collector);

  const lang::Source& source = *program.source;
  Report report;
  report.machine = &machine;
  report.launchText = launch.text;
  report.kernel = launch.kernel.function->name;
  report.grid = launch.grid;
  report.block = launch.block;
  report.dynamicSharedBytes = launch.dynamicSharedBytes;
  report.sharedBytes = run.sharedBytes;
  report.blocksRun = run.blocksRun;
  report.warpsRun = run.warpsRun;
  report.truncated = run.truncated;
  report.knobs = program.knobs;
  report.assumptions = launch.assumptions;
  for (const lang::Diagnostic& diagnostic : run.diagnostics) {
    report.diagnostics.push_back(messageOf(source, diagnostic));
  }
  std::stable_sort(report.diagnostics.begin(), report.diagnostics.end(),
                   [](const Message& a, const Message& b) { return before(a.place, b.place); });

  for (uint32_t i = 0; i < run.sites.size(); ++i) {
    if (collector.tally(i).requests == 0) continue;
    report.sites.push_back(siteReport(source, launch.kernel, run.sites[i], i, collector));
  }
  std::stable_sort(report.sites.begin(), report.sites.end(), [](const SiteReport& a, const SiteReport& b) {
    return before(a.place, b.place) || (!before(b.place, a.place) && a.kind < b.kind);
  });
  for (const SiteReport& site : report.sites) {
    if (!site.predictable) continue;
    report.requests += site.requests;
    report.wavefronts += site.wavefronts;
    report.ideal += site.ideal;
  }
  return report;
}

bool isError(const Message& message) { return message.severity == lang::Severity::Error; }

} // namespace

uint32_t Report::maxDegree() const {
  uint32_t degree = 0;
  for (const SiteReport& site : sites) degree = std::max(degree, site.maxDegree);
  return degree;
}

bool Analysis::hasErrors() const {
  const auto any = [](const std::vector<Message>& list) {
    return std::any_of(list.begin(), list.end(), isError);
  };
  return any(diagnostics) ||
         std::any_of(reports.begin(), reports.end(), [&](const Report& r) { return any(r.diagnostics); });
}

Analysis analyze(std::string_view source, const Options& options) {
  Analysis analysis;
  analysis.file = options.file;
  const bank::Machine* machine = bank::findMachine(options.machine);
  if (!machine) {
    Options ignored;
    std::string problem;
    setMachine(ignored, options.machine, problem);
    analysis.diagnostics.push_back({lang::Severity::Error, {}, problem, {}});
    return analysis;
  }

  lang::CompileOptions compileOptions;
  compileOptions.launches = options.launches;
  compileOptions.kernel = options.kernel;
  compileOptions.settings = options.settings;
  compileOptions.inputs = options.inputs;
  compileOptions.warpSize = machine->lanes;
  const lang::Program program = lang::compile(std::string(source), compileOptions);

  for (const lang::Diagnostic& diagnostic : program.diagnostics) {
    analysis.diagnostics.push_back(messageOf(*program.source, diagnostic));
  }
  for (const lang::Launch& launch : program.launches) {
    analysis.reports.push_back(runLaunch(program, launch, *machine, options));
  }
  return analysis;
}

} // namespace banklab::analysis
