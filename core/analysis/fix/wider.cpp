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
    : bench_(bench), rewrites_(bench.rewrites()), multiples_(bench.program, &bench.reach),
      ofInstance_(bench.program, nullptr), name_(say(bench.subject.ownName(), "_vector")) {
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

/// Whether a use takes more wavefronts than it needs.
bool Widening::isWorth(const Use& use) const {
  for (size_t launch = 0; launch < bench_.launches.size(); ++launch)
    for (const RecordedObject& object : bench_.objectsOf(launch))
      for (const RecordedRequest& request : object.requests)
        if (request.excess > 0 && bench_.subject.liesIn(object.variable) &&
            bench_.launches[launch].run.sites[request.site].range == use.range)
          return true;
  return false;
}

void Widening::refuse(const Use& use, std::string why) {
  if (refusal_.empty() && isWorth(use))
    refusal_ = say(Reach::lineOf(*bench_.program.source, use.range.begin), ": ", why);
}

/// The multiple of bytes at which the array begins in every run, with the alignment that propose() gives it.
uint64_t Widening::beginOfArray() const {
  const Subject& subject = bench_.subject;
  const uint64_t own = isAlignmentWritten() ? subject.array()->align : Multiples::kMost;
  if (subject.member && isAlignmentWritten()) return subject.stretch->offset % own == 0 ? own : 1;
  if (subject.member) return own; // and so is the struct, which takes the alignment over
  const Variable& pointer = *subject.variables[0];
  if (!pointer.type->isPointer()) return own;
  VariableExpr place{};
  place.kind = ExprKind::Variable;
  place.type = pointer.type;
  place.variable = &pointer;
  LoadExpr load{};
  load.kind = ExprKind::Load;
  load.type = pointer.type;
  load.place = &place;
  return multiples_.ofPointer(load, own);
}

bool Widening::isAligned(const Use& use, uint64_t lanes, uint64_t number, const Variable* counter) {
  const uint64_t bytes = element()->size() * lanes;
  if (beginOfArray() % bytes != 0) {
    refuse(use,
           say(quote(bench_.subject.spokenName()), " need not begin at a multiple of ", std::to_string(bytes),
               " bytes in every run; align it, or place it at a constant multiple"));
    return false;
  }
  if (isMultiple(multiples_, use, lanes, number, counter) && !hasOpenRows()) return true;
  const Subject& subject = bench_.subject;
  const Type* type = subject.member ? subject.member->type : subject.variables[0]->type;
  for (size_t d = 1; d < subject.rank; ++d) type = type->element;
  const bool isGood =
      (subject.rank == 1 || type->count % lanes == 0) && isMultiple(ofInstance_, use, lanes, number, counter);
  const std::string begin =
      say(quote(bench_.textOf(use.range)), " begins at a multiple of ", std::to_string(lanes), " elements");
  if (!isGood)
    refuse(use, say("its index does not say by its form that ", begin,
                    " in every run; write it as such a multiple"));
  else if (note_.empty())
    note_ = say("holds in those instances of the template in which ", begin, ", as in what ran");
  return isGood;
}

/// Whether the rows have another length in other instances of a template.
bool Widening::hasOpenRows() const {
  return bench_.subject.rank > 1 && bench_.isOpen(bench_.subject.rank - 1);
}

bool Widening::isMultiple(const Multiples& multiples, const Use& use, uint64_t lanes, uint64_t number,
                          const Variable* counter) const {
  const std::vector<const Expr*>& values = bench_.subject.slots[use.slots.back()].values;
  return std::all_of(values.begin(), values.end(), [&](const Expr* value) {
    const Expr& index = unconverted(*value);
    const bool isSum = number > 0 && index.kind == ExprKind::Binary;
    return multiples.of(isSum ? *as<BinaryExpr>(index).left : index, counter) % lanes == 0;
  });
}

bool Widening::isSameInAll(SourceRange range, const Use& use) {
  const bool isSame = range.begin < range.end && !bench_.reach.isDependent(range);
  if (!isSame)
    refuse(use,
           "how many neighbours there are is another number in other instances of the template; write it "
           "as a number");
  return isSame;
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

/// Where the declaration names the element's type.
uint32_t Widening::typeOfElement() const {
  const syntax::TypeName* type = bench_.subject.decl->type;
  while (type->form == syntax::TypeForm::Array) type = type->inner;
  return type->range.begin;
}

/// Whether the declaration says an alignment.
bool Widening::isAlignmentWritten() const {
  const uint32_t at = typeOfElement();
  const std::string_view before = text().substr(at > 48 ? at - 48 : 0, std::min<size_t>(at, 48));
  return before.substr(before.find_last_of(";{}\n") + 1).find("align") != std::string_view::npos;
}

void Widening::propose() {
  const Prediction prediction = predicted();
  if (!refusal_.empty())
    bench_.reject(Kind::WiderAccess,
                  say("read or write neighbouring elements of ", quote(bench_.subject.name), " at once"),
                  refusal_);
  if (most_ == 0 || prediction.wavefronts >= bench_.cost.wavefronts) return;
  const uint32_t at = typeOfElement();
  if (at < bench_.subject.declared.begin && !isAlignmentWritten())
    insert(at, say("__align__(", std::to_string(4 * most_), ") "));
  for (const auto& [place, what] : insertions_) rewrites_.add({place, place}, what);
  bench_.propose(Kind::WiderAccess,
                 say(!writes_  ? "read "
                     : !reads_ ? "write "
                               : "read and write ",
                     most_ == 4 ? "four" : "two", " neighbouring elements of ", quote(bench_.subject.name),
                     " at once"),
                 rewrites_, prediction, 0, note_);
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
