#include "analysis/analyze.hpp"

#include "analysis/as_compiled.hpp"
#include "analysis/collector.hpp"
#include "analysis/contents.hpp"
#include "analysis/doubt.hpp"
#include "analysis/global.hpp"
#include "analysis/why.hpp"
#include "lang/compile.hpp"

#include <algorithm>
#include <array>

namespace banklab::analysis {

Place placeOf(const lang::Source& source, lang::SourceRange range) {
  return {source.position(range.begin), source.endPosition(range), std::string(source.path(range.begin))};
}

Message messageOf(const lang::Source& source, const lang::Diagnostic& diagnostic) {
  Message message{diagnostic.severity, placeOf(source, diagnostic.range), diagnostic.message, {}};
  for (const lang::DiagnosticNote& note : diagnostic.notes) {
    message.notes.push_back({placeOf(source, note.range), note.message});
  }
  return message;
}

namespace {

/// The name of the shared object in which a byte lies; of several dynamic arrays, which all begin at the same
/// byte, the first one.
std::string_view arrayAt(const std::vector<simt::SharedExtent>& objects, uint32_t offset) {
  for (const simt::SharedExtent& object : objects) {
    if (offset >= object.offset && offset - object.offset < object.size) return object.variable->name;
  }
  return {};
}

} // namespace

/// What listens to a run: each kind of access in its own room.
class Watch final : public simt::Listener {
public:
  Watch(const bank::Machine& machine, Merger::Mode mode)
      : collector(machine), merger(machine.lanes, mode, collector) {}

  void onShared(const simt::SharedAccess& access) override { merger.add(access); }
  void onGlobal(const simt::GlobalAccess& access) override { global.add(access); }

  Collector collector;
  Merger merger;
  GlobalTally global;
};

namespace {

SiteReport siteReport(const lang::Source& source, const simt::RunResult& run, uint32_t index,
                      const Collector& collector, bool withPatterns) {
  const simt::Site& site = run.sites[index];
  const Collector::Tally tally = collector.tally(index);
  SiteReport report;
  report.place = placeOf(source, site.range);
  report.text = source.text(site.range);
  if (tally.touched) report.array = arrayAt(run.objects, tally.firstOffset);
  report.kind = site.kind;
  report.op = site.op;
  report.bytesPerLane = site.bytesPerLane;
  report.predictable = site.predictable;
  report.requests = tally.requests;
  if (withPatterns) report.patterns = collector.patterns(index);
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

std::vector<GlobalSiteReport> globalSites(const lang::Source& source, const simt::RunResult& run,
                                          const GlobalTally& global) {
  std::vector<GlobalSiteReport> reports;
  for (uint32_t i = 0; i < run.sites.size(); ++i) {
    const simt::Site& site = run.sites[i];
    const GlobalTally::Counts counts = global.counts(i);
    if (counts.requests == 0) continue;
    reports.push_back({placeOf(source, site.range), std::string(source.text(site.range)), site.kind, site.op,
                       site.bytesPerLane, counts.requests, counts.sectors, counts.ideal});
  }
  return reports;
}

/// What stands there, cut where it is long: each condition of a chain `a && b && …` holds all those before
/// it.
std::string excerpt(const lang::Source& source, lang::SourceRange range) {
  constexpr size_t kMaxBytes = 240;
  const std::string_view text = source.text(range);
  if (text.size() <= kMaxBytes) return std::string(text);
  size_t end = kMaxBytes;
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end; // not inside of a character
  return std::string(text.substr(0, end)) + "…";
}

std::vector<BranchReport> branches(const lang::Source& source, const simt::RunResult& run) {
  std::vector<BranchReport> reports;
  for (const simt::BranchCount& branch : run.branches) {
    if (branch.executions == 0) continue;
    reports.push_back({placeOf(source, branch.range), excerpt(source, branch.range), branch.kind,
                       branch.executions, branch.divergent, branch.active, branch.taken});
  }
  return reports;
}

/// The sites that ran; compiled, all accesses of one may have gone into another's. What a compiler may merge
/// stands at the site where it would leave the wide access.
std::vector<SiteReport> sharedSites(const lang::Source& source, const simt::RunResult& run,
                                    const Watch& watch) {
  std::vector<bool> ran(run.sites.size());
  for (uint32_t i = 0; i < ran.size(); ++i) ran[i] = watch.collector.tally(i).requests != 0;
  for (const Merge& merge : watch.merger.merges())
    for (const uint32_t site : merge.sites) ran[site] = true;

  std::vector<SiteReport> reports;
  std::vector<size_t> indices(run.sites.size()); // of a site's report
  for (uint32_t i = 0; i < ran.size(); ++i) {
    if (!ran[i]) continue;
    indices[i] = reports.size();
    reports.push_back(siteReport(source, run, i, watch.collector, reports.size() < kMaxListedSites));
  }
  for (const Merge& merge : watch.merger.merges()) {
    // Of what the same accesses may become in different places, the widest is told.
    const auto isWider = [&](const Merge& other) {
      return other.accesses > merge.accesses && other.sites == merge.sites;
    };
    const auto& all = watch.merger.merges();
    if (watch.merger.mode() == Merger::Mode::AsWritten && std::any_of(all.begin(), all.end(), isWider))
      continue;
    MergeReport report{merge.into, merge.accesses, merge.count, {}, {}};
    uint64_t wavefronts = 0;
    for (const uint32_t site : merge.sites) {
      const SiteReport& other = reports[indices[site]];
      wavefronts += other.wavefronts;
      if (site != merge.carrier()) report.with.push_back(other.place);
    }
    report.message = describe(merge, watch.merger.mode(), wavefronts);
    reports[indices[merge.carrier()]].merges.push_back(std::move(report));
  }
  return reports;
}

/// The things in the order of their places, those of included files last; those at one place stay as they
/// are. (Sorting small keys, not the things themselves, by heap, keeps the module small.)
template <typename T>
void sortByPlace(std::vector<T>& things) {
  using Key = std::array<uint32_t, 6>;
  std::vector<Key> keys;
  std::vector<std::string_view> files = {""}; // in the order in which they come up
  for (const T& thing : things) {
    const auto& [begin, end, file] = thing.place;
    const auto known = std::find(files.begin(), files.end(), file);
    const auto number = static_cast<uint32_t>(known - files.begin());
    if (known == files.end()) files.push_back(file);
    keys.push_back(
        {number, begin.line, begin.column, end.line, end.column, static_cast<uint32_t>(keys.size())});
  }
  std::partial_sort(keys.begin(), keys.end(), keys.end());
  std::vector<T> sorted;
  sorted.reserve(things.size());
  for (const Key& key : keys) sorted.push_back(std::move(things[key.back()]));
  things = std::move(sorted);
}

} // namespace

/// A launch that is under way.
struct Running {
  Running(const lang::Program& program, const lang::Launch& theLaunch, const bank::Machine& machine,
          const Options& options)
      : launch(theLaunch),
        watch(machine, options.asCompiled ? Merger::Mode::AsCompiled : Merger::Mode::AsWritten),
        run(program, theLaunch, machine, runOptionsOf(options), watch) {}

  const lang::Launch& launch;
  Watch watch;
  simt::Run run;
};

namespace {

/// What a launch did until now; it is over.
Report reportOf(const lang::Program& program, Running& running, const bank::Machine& machine,
                const Options& options) {
  const lang::Launch& launch = running.launch;
  Watch& watch = running.watch;
  simt::RunResult run = running.run.finish();
  watch.merger.finish();
  doubt(program, launch, run.diagnostics);

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
  report.asCompiled = options.asCompiled;
  const auto& others = launch.otherKnobs;
  for (const lang::Knob& knob : program.knobs)
    if (std::find(others.begin(), others.end(), knob.name) == others.end()) report.knobs.push_back(knob);
  report.assumptions = launch.assumptions;
  std::vector<lang::SourceRange> shared;
  for (uint32_t i = 0; i < run.sites.size(); ++i)
    if (run.sites[i].isShared || watch.collector.tally(i).requests != 0) shared.push_back(run.sites[i].range);
  std::string contents = assumedContents(program, launch, nameOf(options.fill), shared);
  if (!contents.empty()) report.assumptions.push_back(std::move(contents));
  for (const lang::Diagnostic& diagnostic : run.diagnostics) {
    report.diagnostics.push_back(messageOf(source, diagnostic));
  }
  sortByPlace(report.diagnostics);

  report.sites = sharedSites(source, run, watch);
  if (report.sites.size() > kMaxListedSites)
    report.diagnostics.push_back({lang::Severity::Note,
                                  {},
                                  "this run has more than 4,096 accesses: the requests of those beyond are "
                                  "counted, and not listed; look at a part of it",
                                  {}});
  sortByPlace(report.sites); // of one expression, as it runs: the load before the store
  for (const SiteReport& site : report.sites) {
    if (!site.predictable) continue;
    report.requests += site.requests;
    report.wavefronts += site.wavefronts;
    report.ideal += site.ideal;
  }
  report.globalSites = globalSites(source, run, watch.global);
  sortByPlace(report.globalSites);
  report.branches = branches(source, run);
  sortByPlace(report.branches);
  report.arithmetic = run.arithmetic;
  if (options.explain) explain(report);
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

struct Study::State {
  Analysis analysis;
  Options options;
  const bank::Machine* machine = nullptr;
  lang::Program program;
  size_t next = 0; // of the program's launches
  std::unique_ptr<Running> running;
  Progress progress; // without the launch that runs
  // Once a launch was cut short, those behind it get so small a part of the budget that together they take no
  // longer.
  static constexpr uint64_t kLater = 128;
  bool isOver = false;

  bool step() {
    if (!running) {
      if (next == program.launches.size()) return false;
      Options own = options;
      if (isOver) own.maxSteps = std::max<uint64_t>(1, options.maxSteps / kLater);
      running = std::make_unique<Running>(program, program.launches[next++], *machine, own);
    }
    if (!running->run.step()) endLaunch();
    return true;
  }

  void endLaunch() {
    analysis.reports.push_back(reportOf(program, *running, *machine, options));
    isOver = isOver || analysis.reports.back().truncated;
    progress.blocks += analysis.reports.back().blocksRun;
    running.reset();
  }
};

Study::Study(std::string_view source, const Options& options) : state_(new State) {
  Analysis& analysis = state_->analysis;
  analysis.file = options.file;
  state_->machine = bank::findMachine(options.machine);
  if (!state_->machine) {
    Options ignored;
    std::string problem;
    setMachine(ignored, options.machine, problem);
    analysis.diagnostics.push_back({lang::Severity::Error, {}, problem, {}});
    return;
  }
  state_->options = options;
  lang::Program& program = state_->program;
  program = lang::compile(std::string(source), compileOptionsOf(state_->options, *state_->machine));

  for (const lang::Diagnostic& diagnostic : program.diagnostics) {
    analysis.diagnostics.push_back(messageOf(*program.source, diagnostic));
  }
  analysis.unusedSettings = std::move(program.unusedSettings);
  analysis.launchesNotRun = program.launchesNotRun;
  analysis.kernelsNotRun = program.kernelsNotRun;
  const auto& files = program.source->files();
  for (auto file = std::next(files.begin()); file != files.end(); ++file)
    analysis.included.push_back({file->path, file->text});
  const simt::RunOptions runOptions = runOptionsOf(options);
  for (const lang::Launch& launch : program.launches)
    state_->progress.allBlocks += simt::blocksToRun(launch, runOptions);
}

Study::~Study() = default;

bool Study::step() { return state_->step(); }

Study::Progress Study::progress() const {
  Progress progress = state_->progress;
  if (!state_->running) return progress;
  progress.blocks += state_->running->run.blocksRun();
  progress.steps = state_->running->run.steps();
  return progress;
}

Analysis Study::finish() {
  if (state_->running) state_->endLaunch();
  return std::move(state_->analysis);
}

Analysis analyze(std::string_view source, const Options& options) {
  Study study(source, options);
  while (study.step()) {
  }
  return study.finish();
}

} // namespace banklab::analysis
