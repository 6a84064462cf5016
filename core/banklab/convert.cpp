#include "banklab/convert.hpp"

#include "banklab/handles.hpp"

#include <utility>

namespace banklab {

static_assert(static_cast<uint8_t>(Severity::Note) == static_cast<uint8_t>(lang::Severity::Note));
static_assert(static_cast<uint8_t>(BranchKind::Switch) == static_cast<uint8_t>(simt::BranchKind::Switch));
static_assert(static_cast<uint8_t>(Fill::Iota) == static_cast<uint8_t>(simt::Fill::Iota) &&
              static_cast<uint8_t>(Fill::Words) == static_cast<uint8_t>(simt::Fill::Words) &&
              static_cast<uint8_t>(Fill::Zero) == static_cast<uint8_t>(simt::Fill::Zero) &&
              static_cast<uint8_t>(Fill::Random) == static_cast<uint8_t>(simt::Fill::Random));

namespace {

/// Each of `from` made public, in order.
template <typename To, typename From>
std::vector<To> each(std::vector<From>& from, To (*make)(From&)) {
  std::vector<To> to;
  to.reserve(from.size());
  for (From& item : from) to.push_back(make(item));
  return to;
}

Place place(const analysis::Place& place) {
  return {place.begin.line, place.begin.column, place.end.line, place.end.column, place.file};
}

Dim3 dim3(lang::Dim3 dim) { return {dim.x, dim.y, dim.z}; }

Note note(analysis::Note& from) { return {place(from.place), std::move(from.message)}; }

Diagnostic diagnostic(analysis::Message& from) {
  return {static_cast<Severity>(from.severity), place(from.place), std::move(from.message),
          each(from.notes, note)};
}

Pattern pattern(analysis::Pattern& from) {
  Pattern to;
  to.count = from.count;
  to.op = Handles::make(from.op);
  to.cost = publicCost(from.counts);
  to.activeMask = from.activeMask;
  to.byteOffsets = std::move(from.byteOffsets);
  to.passes = publicPasses(std::move(from.schedule));
  to.block = dim3(from.block);
  to.warp = from.warp;
  to.execution = from.execution;
  return to;
}

Merge merge(analysis::MergeReport& from) {
  Merge to;
  to.op = Handles::make(from.into);
  to.accesses = from.accesses;
  to.count = from.count;
  for (const analysis::Place& other : from.with) to.with.push_back(place(other));
  to.message = std::move(from.message);
  return to;
}

GlobalSite globalSite(analysis::GlobalSiteReport& from) {
  GlobalSite to;
  to.place = place(from.place);
  to.text = std::move(from.text);
  to.kind = static_cast<AccessKind>(from.kind);
  to.op = Handles::make(from.op);
  to.bytesPerLane = from.bytesPerLane;
  to.requests = from.requests;
  to.sectors = from.sectors;
  to.ideal = from.ideal;
  return to;
}

Branch branch(analysis::BranchReport& from) {
  return {place(from.place), std::move(from.text), static_cast<BranchKind>(from.kind),
          from.executions,   from.divergent,       from.active,
          from.taken};
}

Site site(analysis::SiteReport& from) {
  Site to;
  to.place = place(from.place);
  to.text = std::move(from.text);
  to.array = std::move(from.array);
  to.kind = static_cast<AccessKind>(from.kind);
  to.op = Handles::make(from.op);
  to.bytesPerLane = from.bytesPerLane;
  to.predictable = from.predictable;
  to.lowerBound = from.lowerBound;
  to.requests = from.requests;
  to.wavefronts = from.wavefronts;
  to.ideal = from.ideal;
  to.maxDegree = from.maxDegree;
  to.patterns = each(from.patterns, pattern);
  to.merges = each(from.merges, merge);
  to.why = {
      std::move(from.why.text),  std::move(from.why.address), from.why.stride, from.why.pass, from.why.bank,
      std::move(from.why.lanes), std::move(from.why.words)};
  return to;
}

Knob knob(lang::Knob& from) {
  return {std::move(from.name), from.value, from.min, from.max, from.isFloat, from.real};
}

Report report(analysis::Report& from) {
  Report to;
  to.machine = Handles::make(*from.machine);
  to.launch = std::move(from.launchText);
  to.kernel = std::move(from.kernel);
  to.grid = dim3(from.grid);
  to.block = dim3(from.block);
  to.dynamicSharedBytes = from.dynamicSharedBytes;
  to.sharedBytes = from.sharedBytes;
  to.blocksRun = from.blocksRun;
  to.warpsRun = from.warpsRun;
  to.sites = each(from.sites, site);
  to.requests = from.requests;
  to.wavefronts = from.wavefronts;
  to.ideal = from.ideal;
  to.knobs = each(from.knobs, knob);
  to.assumptions = std::move(from.assumptions);
  to.diagnostics = each(from.diagnostics, diagnostic);
  to.asCompiled = from.asCompiled;
  to.globalSites = each(from.globalSites, globalSite);
  to.branches = each(from.branches, branch);
  to.arithmetic = from.arithmetic;
  to.matters = std::move(from.matters);
  to.truncated = from.truncated;
  return to;
}

Pass pass(bank::Pass& from) { return {std::move(from.lanes), std::move(from.wavefronts), from.degree}; }

} // namespace

Cost publicCost(const bank::Counts& counts) noexcept {
  return {counts.wavefronts, counts.ideal, counts.maxDegree, counts.passes, counts.paired, counts.lowerBound};
}

std::vector<Pass> publicPasses(bank::Schedule schedule) { return each(schedule.passes, pass); }

Analysis publicAnalysis(analysis::Analysis analysis) {
  return {std::move(analysis.file), each(analysis.diagnostics, diagnostic), each(analysis.reports, report)};
}

analysis::Options engineOptions(const Options& options) {
  analysis::Options engine;
  engine.file = options.file;
  engine.launches = options.launches;
  engine.kernel = options.kernel;
  engine.settings = options.settings;
  engine.inputs = options.inputs;
  engine.blocks = options.blocks;
  engine.fill = static_cast<simt::Fill>(options.fill);
  engine.seed = options.seed;
  engine.machine = options.machine.id();
  engine.maxSteps = options.maxSteps;
  engine.asCompiled = options.asCompiled;
  engine.explain = options.explain;
  engine.files = options.files;
  engine.readFile = options.readFile;
  engine.includeFolders = options.includeFolders;
  return engine;
}

} // namespace banklab
