// Wider accesses: neighbouring elements that are read or written one at a time are taken all at once as a
// vector. A wide access is served in parts of the warp, so that lanes that stand several elements apart no
// longer meet. (Narrower accesses never help: docs/fix.md says why.)

#include "analysis/fix/wider.hpp"

#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"
#include "lang/message.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

std::string_view vectorOf(const Type* element, uint64_t lanes) {
  switch (element->kind) {
  case TypeKind::Float: return lanes == 4 ? "float4" : "float2";
  case TypeKind::Int: return lanes == 4 ? "int4" : "int2";
  case TypeKind::UInt: return lanes == 4 ? "uint4" : "uint2";
  default: return {};
  }
}

Widening::Widening(Bench& bench)
    : bench_(bench), rewrites_(bench.rewrites()), name_(say(bench.subject.ownName(), "_vector")) {
  while (bench.text().find(name_) != std::string_view::npos) name_ += '_';
}

const Use* Widening::useAt(const Expr& place) const {
  const auto& uses = bench_.subject.uses;
  const auto use =
      std::find_if(uses.begin(), uses.end(), [&](const Use& one) { return one.range == place.range; });
  const bool isVolatile = (place.type->quals & kVolatile) != 0; // each access of it is wanted as it is
  const bool isGood = use != uses.end() && !isVolatile && use->isWhole && use->member.empty() &&
                      !bench_.subject.slots[use->slots[0]].isInMacro && canTake(*use);
  return isGood ? &*use : nullptr;
}

std::string Widening::rowsOf(const Use& use) const {
  std::string rows;
  for (size_t d = 0; d + 1 < use.slots.size(); ++d)
    rows += say("[", bench_.textOf(bench_.subject.slots[use.slots[d]].range), "]");
  return rows;
}

SourceRange Widening::columnOf(const Use& use) const { return bench_.subject.slots[use.slots.back()].range; }

std::string Widening::vectorAt(const Use& use, std::string_view vector, std::string_view column,
                               bool isRead) const {
  return say("*reinterpret_cast<", isRead ? "const " : "", vector, "*>(&", bench_.textOf(use.name),
             rowsOf(use), "[", column, "])");
}

std::string Widening::separatorAt(uint32_t at) const {
  const size_t line = at == 0 ? 0 : text().rfind('\n', at - 1) + 1; // npos + 1 is 0
  const std::string_view indent = text().substr(line, at - line);
  return trimmed(indent).empty() ? say("\n", indent) : " ";
}

std::string Widening::newName() {
  ++names_;
  return names_ == 1 ? name_ : say(name_, std::to_string(names_));
}

void Widening::take(const std::vector<const Use*>& uses, uint64_t lanes, bool isRead) {
  for (const Use* use : uses) taken_[use->range.begin] = lanes;
  most_ = std::max(most_, lanes);
  (isRead ? reads_ : writes_) = true;
}

/// What the array costs with the vectors: of the requests of an element that is a part of one, those of a
/// vector's first element become wide, and the others are no more.
Prediction Widening::predicted() const {
  Prediction sum;
  std::map<std::pair<size_t, uint32_t>, uint64_t> lanesOf; // by launch and site
  for (const Use& use : bench_.subject.uses) {
    const auto taken = taken_.find(use.range.begin);
    if (taken == taken_.end()) continue;
    for (size_t launch = 0; launch < bench_.launches.size(); ++launch) {
      const auto& sites = bench_.launches[launch].run.sites;
      for (uint32_t site = 0; site < sites.size(); ++site)
        if (sites[site].range == use.range) lanesOf[{launch, site}] = taken->second;
    }
  }
  for (size_t launch = 0; launch < bench_.launches.size(); ++launch)
    for (const RecordedObject& object : bench_.objectsOf(launch)) {
      if (!bench_.subject.liesIn(object.variable)) continue;
      for (const auto& [site, cost] : object.sites)
        if (!lanesOf.count({launch, site})) sum.wavefronts += cost.wavefronts;
      for (const RecordedRequest& request : object.requests) {
        const auto found = lanesOf.find({launch, request.site});
        if (found == lanesOf.end() || !bench_.launches[launch].run.sites[request.site].predictable) continue;
        const uint64_t lanes = found->second;
        bool isFirst = true;
        for (size_t lane = 0; lane < request.offsets.size(); ++lane)
          isFirst =
              isFirst && (!(request.activeMask >> lane & 1) || request.offsets[lane] % (4 * lanes) == 0);
        if (!isFirst) continue;
        const bool isLoad = bank::opKind(request.op) == bank::OpKind::Load;
        const bank::Op op = lanes == 4 ? (isLoad ? bank::Op::LdV4B32 : bank::Op::StV4B32)
                                       : (isLoad ? bank::Op::LdV2B32 : bank::Op::StV2B32);
        sum.wavefronts +=
            request.count *
            bank::count(bench_.machine, {op, request.activeMask, request.offsets.data()}).wavefronts;
      }
    }
  return sum;
}

void Widening::propose() {
  const Prediction prediction = predicted();
  if (most_ == 0 || prediction.wavefronts >= bench_.cost.wavefronts) return;
  const syntax::TypeName* type = bench_.subject.decl->type;
  while (type->form == syntax::TypeForm::Array) type = type->inner;
  const uint32_t at = type->range.begin;
  const std::string_view before = text().substr(at > 48 ? at - 48 : 0, std::min<size_t>(at, 48));
  const std::string_view declaration = before.substr(before.find_last_of(";{}\n") + 1);
  if (at < bench_.subject.declared.begin && declaration.find("align") == std::string_view::npos)
    insert(at, say("__align__(", std::to_string(4 * most_), ") "));
  for (const auto& [place, what] : insertions_) rewrites_.add({place, place}, what);
  bench_.propose(Kind::WiderAccess,
                 say(!writes_  ? "read "
                     : !reads_ ? "write "
                               : "read and write ",
                     most_ == 4 ? "four" : "two", " neighbouring elements of ", quote(bench_.subject.name),
                     " at once"),
                 rewrites_, prediction, 0);
}

void proposeWider(Bench& bench) {
  if (!bench.canRewrite() || bench.objects().empty() || !bench.subject.decl) return;
  Widening widening(bench);
  for (const auto& function : bench.program.functions) {
    if (!function->body) continue;
    widenLoops(widening, *function->body);
    widenLines(widening, *function->body);
  }
  widening.propose();
}

} // namespace banklab::analysis::fix
