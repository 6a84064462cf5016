#include "analysis/fix/effect.hpp"

#include "analysis/fix/sorting.hpp"

#include "analysis/fix/spelling.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

namespace {

/// Of the array in a run: in the edited text, by its name and where its declaration went.
bool isArray(const Subject& subject, const Edits& edits, const lang::Variable& variable) {
  const lang::SourceRange place = moved(subject.array()->range, edits);
  return variable.name == subject.array()->name && variable.range.begin >= place.begin &&
         variable.range.begin <= place.end;
}

/// The text of an access that an edit made; empty where none did.
std::string_view made(lang::SourceRange site, const Edits& edits) {
  int64_t by = 0; // what stands behind the edits so far has moved
  for (const Edit& edit : edits) {
    const int64_t at = site.begin - (edit.range.begin + by), length = site.end - site.begin;
    const auto size = static_cast<int64_t>(edit.text.size());
    if (at >= 0 && at + length <= size)
      return std::string_view(edit.text).substr(static_cast<size_t>(at), static_cast<size_t>(length));
    by += size - (edit.range.end - edit.range.begin);
  }
  return {};
}

/// Whether an access is one to a stretch; those to a whole array all are.
bool isSiteOf(const Subject& subject, const Edits& edits, lang::SourceRange site) {
  if (!subject.stretch) return true;
  const auto isMoved = [&](lang::SourceRange own) { return moved(own, edits) == site; };
  const auto& sites = subject.stretch->sites;
  if (std::any_of(sites.begin(), sites.end(), isMoved)) return true;
  // The array's name stands in front of the first bracket: `*reinterpret_cast<float4*>(&a[…])`.
  const std::string_view text = made(site, edits);
  const std::string_view front = text.substr(0, std::min(text.find('['), text.size()));
  const auto isName = [&](const std::string& name) {
    const size_t at = front.size() - std::min(name.size(), front.size());
    return front.substr(at) == name && (at == 0 || !isWordCharacter(front[at - 1]));
  };
  return std::any_of(subject.stretch->names.begin(), subject.stretch->names.end(), isName);
}

/// Whether a stretch of the source lies within an edit of more than itself.
bool isWithin(lang::SourceRange range, const Edits& edits) {
  return std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
    return edit.range.begin <= range.begin && range.end <= edit.range.end && edit.range != range;
  });
}

} // namespace

Cost costOf(const Subject& subject, const Edits& edits, const Counted& counted) {
  Cost cost;
  for (const LaunchRecord& record : counted.launches)
    for (const RecordedObject& object : record.counted())
      if (isArray(subject, edits, *object.variable))
        for (const auto& [site, own] : object.sites)
          if (isSiteOf(subject, edits, record.run.sites[site].range)) cost += own;
  return cost;
}

Totals totalsOf(const Counted& counted) {
  Totals totals;
  for (const LaunchRecord& record : counted.launches) {
    for (const Cost& site : record.sites) {
      totals.wavefronts += site.wavefronts;
      totals.ideal += site.ideal;
    }
    totals.sectors += record.sectors;
    const lang::Dim3 block = record.launch->block;
    if (totals.threads == 0 || record.run.sharedBytes > totals.sharedBytes)
      totals.threads = block.x * block.y * block.z;
    totals.sharedBytes = std::max(totals.sharedBytes, record.run.sharedBytes);
  }
  return totals;
}

std::vector<SiteChange> siteChanges(const lang::Source& source, const Subject& subject, const Edits& edits,
                                    const Counted& before, const Counted& after) {
  struct Keyed {
    lang::SourceRange range, movedTo;
    SiteChange change;
  };
  std::vector<Keyed> changes;
  // Calls each(site, cost) for the sites that touch the array.
  const auto eachSite = [&](const Counted& counted, const Edits& made, const auto& each) {
    for (const LaunchRecord& record : counted.launches)
      for (const RecordedObject& object : record.counted())
        if (isArray(subject, made, *object.variable))
          for (const auto& [site, cost] : object.sites)
            if (isSiteOf(subject, made, record.run.sites[site].range)) each(record.run.sites[site], cost);
  };
  eachSite(before, {}, [&](const simt::Site& site, const Cost& cost) {
    auto at = std::find_if(changes.begin(), changes.end(), [&](const Keyed& one) {
      return one.range == site.range && one.change.kind == site.kind;
    });
    if (at == changes.end()) {
      changes.push_back(
          {site.range,
           moved(site.range, edits),
           {placeOf(source, site.range), std::string(source.text(site.range)), site.kind, {}, {}}});
      at = std::prev(changes.end());
    }
    at->change.before += cost;
  });
  eachSite(after, edits, [&](const simt::Site& site, const Cost& cost) {
    // Where an edit repeats an access, what stands for it lies within the edit.
    const auto isIt = [&](const Keyed& one) {
      return site.range == one.movedTo && site.kind == one.change.kind;
    };
    const auto holdsIt = [&](const Keyed& one) {
      return site.range.begin >= one.movedTo.begin && site.range.end <= one.movedTo.end &&
             site.kind == one.change.kind && isWithin(one.range, edits);
    };
    auto at = std::find_if(changes.begin(), changes.end(), isIt);
    if (at == changes.end()) at = std::find_if(changes.begin(), changes.end(), holdsIt);
    // What now stands in front of the ones that it took the place of, or, written late, behind them.
    if (at == changes.end()) {
      const auto isReplaced = [&](const Keyed& one) {
        return site.kind == one.change.kind && std::any_of(edits.begin(), edits.end(), [&](const Edit& edit) {
                 return edit.range == one.range;
               });
      };
      const auto distance = [&](const Keyed& one) {
        return site.kind == simt::AccessKind::Load ? int64_t{one.movedTo.begin} - site.range.begin
                                                   : int64_t{site.range.begin} - one.movedTo.begin;
      };
      for (auto one = changes.begin(); one != changes.end(); ++one)
        if (isReplaced(*one) && distance(*one) > 0 && (at == changes.end() || distance(*one) < distance(*at)))
          at = one;
    }
    if (at != changes.end()) at->change.after += cost;
  });
  sortStably(changes, [](const Keyed& a, const Keyed& b) { return a.range.begin < b.range.begin; });
  std::vector<SiteChange> sites;
  sites.reserve(changes.size());
  for (Keyed& one : changes) sites.push_back(std::move(one.change));
  return sites;
}

} // namespace banklab::analysis::fix
