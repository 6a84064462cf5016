// How a search begins: the source runs once, and its arrays and what they cost are known.

#include "analysis/fix/search.hpp"

#include "analysis/fix/carve.hpp"
#include "analysis/fix/effect.hpp"
#include "lang/message.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

/// The syntax tree, which compiling throws away: the same text gives the same ranges.
void Search::parseAgain() {
  sourceAgain_ = std::make_unique<lang::Source>(source_);
  arena_ = std::make_unique<lang::Arena>();
  lang::Diagnostics ignored;
  const lang::PreprocessOptions preprocessing{options_.launches,
                                              options_.inputs,
                                              options_.settings,
                                              {options_.file, options_.includeFolders, readerOf(options_)}};
  const lang::Preprocessed read = lang::preprocess(*sourceAgain_, preprocessing, *arena_, ignored);
  unit_ = lang::parse(read, *arena_, ignored);
  reach_ = std::make_unique<Reach>(program_, unit_, read);
}

void Search::prepare() {
  isPrepared_ = true;
  const auto refuse = [&](std::string why) {
    fixes_.diagnostics.push_back({lang::Severity::Error, {}, std::move(why), {}});
  };
  machine_ = bank::findMachine(options_.machine);
  if (!machine_) {
    std::string problem;
    setMachine(options_, options_.machine, problem);
    return refuse(std::move(problem));
  }
  program_ = compile(source_, options_, *machine_);
  fixes_.launchesNotRun = program_.launchesNotRun;
  fixes_.kernelsNotRun = program_.kernelsNotRun;
  for (const lang::Diagnostic& diagnostic : program_.diagnostics)
    if (diagnostic.severity == lang::Severity::Error)
      fixes_.diagnostics.push_back(messageOf(*program_.source, diagnostic));
  original_ = count(program_, options_, *machine_);
  countedSteps_ = original_.steps;
  for (const LaunchRecord& record : original_.launches) {
    for (const lang::Diagnostic& diagnostic : record.run.diagnostics)
      if (diagnostic.severity == lang::Severity::Error)
        fixes_.diagnostics.push_back(messageOf(*program_.source, diagnostic));
  }
  if (original_.truncated)
    return refuse("a run does not come to its end, so that nothing can be proved; mend what ends it first");

  parseAgain();
  watch_ = watchOf(program_, unit_);
  if (!watch_.empty()) {
    watched_ = compile(source_ + watch_, options_, *machine_);
    if (watched_.hasErrors() || watched_.launches.size() != program_.launches.size()) watch_.clear();
  }
  prover_ = std::make_unique<Prover>(watch_.empty() ? program_ : watched_, options_, *machine_, original_,
                                     !watch_.empty());
  runsOfATrial_ = 1 + kRoundCount - (prover_->countedRound() != Prover::kNone);
  std::vector<Subject> subjects = subjectsOf(program_, unit_, *reach_);
  for (Subject& subject : subjects)
    if (subject.stretch && !subject.stretch->isRest) findSites(subject);
  for (Subject& subject : subjects)
    if (subject.stretch && subject.stretch->isRest) findRest(subject, subjects);
  keepWhole(subjects);
  for (Subject& subject : subjects) {
    const Cost cost = costOf(subject, {}, original_);
    if (cost.excessive() == 0) continue;
    Array array{std::move(subject), cost, {}};
    array.found.array = array.subject.name;
    array.found.place = placeOf(*program_.source, array.subject.declared);
    array.found.cost = cost;
    arrays_.push_back(std::move(array));
  }
  total_ += arrays_.size() + (options_.answer ? 1 : 0);
}

/// The accesses that touch a stretch; none where one touches what lies beside it too.
void Search::findSites(Subject& subject) const {
  for (const Use& use : subject.uses)
    subject.stretch->names.insert(std::string(program_.source->text(use.name)));
  for (const LaunchRecord& record : original_.launches)
    for (const RecordedObject& slice : sliced(subject, record.objects, record.run))
      for (const auto& [site, cost] : slice.sites) {
        const auto whole = std::find_if(record.objects.begin(), record.objects.end(),
                                        [&](const auto& one) { return one.variable == slice.variable; });
        if (whole->sites.at(site).wavefronts == cost.wavefronts)
          subject.stretch->sites.push_back(record.run.sites[site].range);
      }
}

/// Of a struct, the accesses that touch none of its arrays alone.
void Search::findRest(Subject& subject, const std::vector<Subject>& subjects) const {
  const auto isMembers = [&](lang::SourceRange range) {
    return std::any_of(subjects.begin(), subjects.end(), [&](const Subject& one) {
      return one.member && one.stretch->of == subject.stretch->of &&
             std::find(one.stretch->sites.begin(), one.stretch->sites.end(), range) !=
                 one.stretch->sites.end();
    });
  };
  for (const LaunchRecord& record : original_.launches)
    for (const RecordedObject& object : record.objects)
      for (const auto& [site, cost] : object.sites)
        if (subject.liesIn(object.variable) && !isMembers(record.run.sites[site].range))
          subject.stretch->sites.push_back(record.run.sites[site].range);
}

/// Where not all accesses to an array lie each in one of its stretches, it is taken as a whole.
void Search::keepWhole(std::vector<Subject>& subjects) const {
  for (size_t i = 0; i < subjects.size(); ++i) {
    if (!subjects[i].stretch || subjects[i].member || subjects[i].variables[0] != subjects[i].stretch->of)
      continue;
    const lang::Variable* array = subjects[i].stretch->of;
    const auto isPart = [&](const Subject& one) { return one.stretch && one.stretch->of == array; };
    Subject whole = subjects[i];
    whole.stretch.reset();
    Cost parts;
    for (const Subject& subject : subjects)
      if (isPart(subject)) parts += costOf(subject, {}, original_);
    if (parts.wavefronts == costOf(whole, {}, original_).wavefronts) continue;
    subjects[i] = std::move(whole);
    std::erase_if(subjects, isPart);
  }
}

} // namespace banklab::analysis::fix
