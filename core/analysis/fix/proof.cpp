#include "analysis/fix/proof.hpp"

#include "analysis/as_compiled.hpp"
#include "lang/message.hpp"

#include <algorithm>
#include <set>

namespace banklab::analysis::fix {

using lang::say;

namespace {

/// Hands accesses to two recorders: as written, and as a compiler merges them.
class AsCompiled final : public simt::Listener {
public:
  AsCompiled(const bank::Machine& machine, Recorder& written, Recorder& merged)
      : written_(written), merger_(machine.lanes, Merger::Mode::AsCompiled, merged) {}

  void onShared(const simt::SharedAccess& access) override {
    written_.onShared(access);
    merger_.add(access);
  }
  void onGlobal(const simt::GlobalAccess& access) override { written_.onGlobal(access); }
  void finish() { merger_.finish(); }

private:
  Recorder& written_;
  Merger merger_;
};

bool isSame(const std::vector<simt::BufferContents>& a, const std::vector<simt::BufferContents>& b,
            std::string& buffer) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    const auto& left = a[i].pages;
    const auto& right = b[i].pages;
    const bool same =
        left.size() == right.size() &&
        std::equal(left.begin(), left.end(), right.begin(), [](const auto& one, const auto& other) {
          return one.offset == other.offset && one.bytes == other.bytes;
        });
    if (same) continue;
    buffer = a[i].name;
    return false;
  }
  return a.size() == b.size();
}

} // namespace

std::string whyStopped(const simt::RunResult& run) {
  const auto isError = [](const lang::Diagnostic& one) { return one.severity == lang::Severity::Error; };
  const auto error = std::find_if(run.diagnostics.rbegin(), run.diagnostics.rend(), isError);
  return say("with it, ", error == run.diagnostics.rend() ? std::string() : error->message);
}

lang::Program compile(std::string text, const Options& options, const bank::Machine& machine) {
  return lang::compile(std::move(text), compileOptionsOf(options, machine));
}

Counted count(const lang::Program& program, const Options& options, const bank::Machine& machine) {
  Counted counted;
  for (const lang::Launch& launch : program.launches) {
    Recorder recorder(machine), merged(machine);
    AsCompiled both(machine, recorder, merged);
    LaunchRecord record;
    record.launch = &launch;
    simt::RunOptions run = runOptionsOf(options);
    run.keepBuffers = run.onlyChanged = true;
    simt::Listener& listener = options.asCompiled ? static_cast<simt::Listener&>(both) : recorder;
    record.run = simt::run(program, launch, machine, run, listener);
    both.finish();
    record.objects = recorder.objects(record.run);
    if (options.asCompiled) record.merged = merged.objects(record.run);
    record.sites = options.asCompiled ? merged.sites() : recorder.sites();
    record.sites.resize(record.run.sites.size());
    for (size_t i = 0; i < record.sites.size(); ++i)
      if (!record.run.sites[i].predictable) record.sites[i] = {};
    record.made = recorder.made();
    record.sectors = recorder.sectors();
    counted.truncated = counted.truncated || record.run.truncated;
    counted.steps += record.run.steps;
    counted.launches.push_back(std::move(record));
    if (counted.truncated) break; // nothing can be proved
  }
  return counted;
}

std::string watchOf(const lang::Program& program, const lang::syntax::TranslationUnit& unit) {
  namespace syntax = lang::syntax;
  std::string text;
  if (!program.isFragment || !unit.fragment) return text;
  // Only the coordinates that the launches have: the assumed block of a fragment has as many dimensions as it
  // names.
  lang::Dim3 block;
  for (const lang::Launch& launch : program.launches) {
    block.x = std::max(block.x, launch.block.x);
    block.y = std::max(block.y, launch.block.y);
    block.z = std::max(block.z, launch.block.z);
  }
  std::string thread = "threadIdx.x";
  if (block.y > 1) thread += say(" + ", std::to_string(block.x), " * threadIdx.y");
  if (block.z > 1) thread += say(" + ", std::to_string(block.x * block.y), " * threadIdx.z");
  const std::string threads = std::to_string(uint64_t{block.x} * block.y * block.z);
  for (const syntax::Stmt* stmt : unit.fragment->body) {
    if (!stmt || stmt->kind != syntax::StmtKind::Decl) continue;
    for (const syntax::Decl* decl : syntax::as<syntax::DeclStmt>(*stmt).decls) {
      if (!decl || decl->kind != syntax::DeclKind::Variable || !decl->name) continue;
      const auto form = static_cast<const syntax::VarDecl&>(*decl).type->form;
      const bool isValue = form == syntax::TypeForm::Builtin || form == syntax::TypeForm::Named ||
                           form == syntax::TypeForm::Auto;
      constexpr uint32_t kNoValue = syntax::kShared | syntax::kStatic | syntax::kConstexpr | syntax::kTypedef;
      if (!isValue || decl->specifiers & kNoValue) continue;
      const std::string_view variable = decl->name->last().identifier;
      // A static variable of a kernel lies in global memory.
      text += say("{ static decltype(", variable, ") kept[", threads, "]; kept[", thread, "] = ", variable,
                  "; }\n");
    }
  }
  return text.empty() ? text : "\n" + text;
}

namespace {

uint64_t blocksOf(const lang::Launch& launch) {
  return uint64_t{launch.grid.x} * launch.grid.y * launch.grid.z;
}

/// A round runs the first, the middle and the last block.
constexpr uint64_t kBlocksOfARound = 3;

} // namespace

Prover::Prover(const lang::Program& original, const Options& options, const bank::Machine& machine,
               const Counted& counted, bool isWatched)
    : original_(original), options_(options), machine_(machine), counted_(counted) {
  for (const LaunchRecord& record : counted.launches) coverage_.add(record.run, record.made);
  const bool runsAll =
      std::all_of(original.launches.begin(), original.launches.end(), [&](const lang::Launch& launch) {
        return blocksOf(launch) <= std::min(kBlocksOfARound, options.blocks);
      });
  if (isWatched || !runsAll) return;
  for (size_t i = 0; i < kRoundCount; ++i)
    if (kRounds[i].fill == options.fill &&
        (options.fill != simt::Fill::Random || kRounds[i].seed == options.seed))
      countedRound_ = i;
}

simt::RunResult Prover::run(const lang::Program& program, const lang::Launch& launch, Round round,
                            simt::Listener& listener) {
  simt::RunOptions options = runOptionsOf(options_);
  options.fill = round.fill;
  options.seed = round.seed;
  options.keepBuffers = options.onlyChanged = true;
  const uint64_t blocks = blocksOf(launch);
  for (const uint64_t block : {uint64_t{0}, blocks / 2, blocks - 1})
    if (options.blockList.empty() || options.blockList.back() < block) options.blockList.push_back(block);
  simt::RunResult result = simt::run(program, launch, machine_, options, listener);
  steps_ += result.steps;
  return result;
}

const simt::RunResult& Prover::original(size_t launch, size_t round) {
  const auto known = outcomes_.find({launch, round});
  if (known != outcomes_.end()) return known->second;
  SiteListener listener;
  simt::RunResult outcome = round == countedRound_
                                ? counted_.launches[launch].run
                                : run(original_, original_.launches[launch], kRounds[round], listener);
  coverage_.add(outcome, listener.made());
  for (const simt::BufferContents& buffer : outcome.buffers)
    leavesValues_ = leavesValues_ || !buffer.pages.empty();
  for (const lang::Variable* global : original_.globals)
    leavesValues_ = leavesValues_ || global->storage == lang::Storage::Global;
  return outcomes_.emplace(std::pair{launch, round}, std::move(outcome)).first->second;
}

std::string Prover::newMessage(const std::vector<lang::Diagnostic>& before,
                               const std::vector<lang::Diagnostic>& after, const Edits& edits) {
  std::multiset<std::pair<lang::Severity, uint32_t>> known; // by where they begin
  for (const lang::Diagnostic& diagnostic : before)
    known.insert({diagnostic.severity, moved(diagnostic.range, edits).begin});
  for (const lang::Diagnostic& diagnostic : after) {
    const auto at = known.find({diagnostic.severity, diagnostic.range.begin});
    if (at != known.end())
      known.erase(at);
    else if (diagnostic.severity != lang::Severity::Note)
      return say("with it, ", diagnostic.message);
  }
  return {};
}

std::string Prover::disagreement(const lang::Program& edited, const Edits& edits, size_t round,
                                 const Counted& counted) {
  valuesDiffer_ = false;
  if (edited.launches.size() != original_.launches.size()) return "with it, not every launch can be made";
  for (size_t i = 0; i < original_.launches.size(); ++i) {
    const simt::RunResult& before = original(i, round);
    if (before.truncated) return "the run does not come to its end";
    simt::RunResult ran;
    SiteListener ignored;
    if (round != countedRound_) ran = run(edited, edited.launches[i], kRounds[round], ignored);
    const simt::RunResult& after = round == countedRound_ ? counted.launches[i].run : ran;
    if (std::string reason = newMessage(before.diagnostics, after.diagnostics, edits); !reason.empty())
      return reason;
    if (after.truncated) return whyStopped(after);
    std::string buffer;
    valuesDiffer_ = true;
    if (!isSame(before.buffers, after.buffers, buffer))
      return say("with it, ", lang::quote(buffer), " gets other values");
    if (before.globals != after.globals) return "with it, the program's global variables get other values";
    valuesDiffer_ = false;
  }
  return {};
}

} // namespace banklab::analysis::fix
