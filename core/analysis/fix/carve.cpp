#include "analysis/fix/carve.hpp"

#include "analysis/fix/aliases.hpp"
#include "analysis/fix/launch_values.hpp"
#include "analysis/fix/members.hpp"
#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"
#include "lang/sema/evaluate.hpp"

#include <algorithm>
#include <bit>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// A place in a shared array: `pool + 64 * sizeof(short)`, `&s[128]`, `(float*)s`.
struct Spot {
  const Variable* array = nullptr;
  uint64_t offset = 0;
  struct Step {
    uint64_t from, to; // offsets
    Stretch::Step step;
  };
  std::vector<Step> steps; // that lead to it
};

using Spots = std::map<const Variable*, Spot>; // of pointers

/// Finds the places that pointers are given.
class Places {
public:
  Places(const Program& program, const Reach& reach, const Launch* only)
      : values_(program, only), reach_(reach) {}

  std::optional<Spot> of(const Expr& pointer, const Spots& known) const;

private:
  std::optional<Spot> stepped(std::optional<Spot> from, const Expr& index, uint64_t unit) const {
    const auto value = values_.of(index);
    if (!from || !value) return std::nullopt;
    const uint64_t to = from->offset + *value * unit;
    // In another instance of a template a constant may be another.
    const bool isConstant = evaluate(index).has_value() && !reach_.isDependent(index.range);
    if (*value != 0) from->steps.push_back({from->offset, to, {index.range, unit, isConstant}});
    from->offset = to;
    return from;
  }

  LaunchValues values_;
  const Reach& reach_;
};

std::optional<Spot> Places::of(const Expr& pointer, const Spots& known) const {
  const Expr& value = unconverted(pointer);
  if (value.kind == ExprKind::PointerAdd && !as<PointerAddExpr>(value).subtract) {
    const auto& sum = as<PointerAddExpr>(value);
    return stepped(of(*sum.pointer, known), *sum.index, sum.pointer->type->element->size());
  }
  if (value.kind == ExprKind::Load && as<LoadExpr>(value).place->kind == ExprKind::Variable) {
    const auto at = known.find(as<VariableExpr>(*as<LoadExpr>(value).place).variable);
    return at == known.end() ? std::nullopt : std::optional(at->second);
  }
  if (value.kind != ExprKind::AddressOf) return std::nullopt;
  const Expr& place = *as<AddressOfExpr>(value).place;
  if (place.kind == ExprKind::Deref) return of(*as<DerefExpr>(place).pointer, known);
  if (place.kind == ExprKind::Index) { // &pool[64]
    const auto& index = as<IndexExpr>(place);
    if (index.base->kind != ExprKind::Variable) return std::nullopt;
    return stepped(Spot{as<VariableExpr>(*index.base).variable, 0, {}}, *index.index, place.type->size());
  }
  if (place.kind != ExprKind::Variable) return std::nullopt;
  return Spot{as<VariableExpr>(place).variable, 0, {}};
}

/// `only`: the launch that counts; null: all of them.
Spots spotsOf(const Program& program, const Reach& reach, const Launch* only = nullptr) {
  const PointerValues values = pointerValues(program);
  const Places places(program, reach, only);
  Spots spots;
  for (bool isNew = true; isNew;) { // a pointer by another one is found in a later round
    isNew = false;
    for (const auto& [variable, given] : values.given) {
      if (given.size() != 1 || values.changed.count(variable) || spots.count(variable)) continue;
      if (variable->storage != Storage::Local) continue;
      auto spot = places.of(*given[0], spots);
      if (!spot) continue;
      spots[variable] = std::move(*spot);
      isNew = true;
    }
  }
  return spots;
}

} // namespace

void carve(const Program& program, std::vector<Subject>& subjects, const Reach& reach) {
  const Spots places = spotsOf(program, reach);
  const size_t arrays = subjects.size();
  for (size_t i = 0; i < arrays; ++i) {
    if (subjects[i].rank != 1 || subjects[i].variables.size() != 1 || subjects[i].member) continue;
    const Variable* array = subjects[i].variables[0];
    const uint64_t element = subjects[i].element()->size();
    std::vector<std::pair<const Variable*, const Spot*>> pointers;
    std::vector<uint64_t> begins;
    for (const auto& [variable, place] : places) {
      if (place.array != array) continue;
      const bool isAlias = place.offset == 0 && variable->type->element->size() == element;
      if (isAlias) continue;
      pointers.push_back({variable, &place});
      begins.push_back(place.offset);
    }
    std::sort(begins.begin(), begins.end());
    if (pointers.empty() || std::adjacent_find(begins.begin(), begins.end()) != begins.end()) continue;
    const auto bytesFrom = [&](uint64_t offset) {
      const auto next = std::upper_bound(begins.begin(), begins.end(), offset);
      return next == begins.end() ? 0 : *next - offset;
    };
    // What moves when the stretch grows that begins at an offset.
    const auto behind = [&](uint64_t offset) {
      std::vector<Stretch::Step> steps;
      for (const auto& [variable, place] : pointers)
        for (const Spot::Step& one : place->steps)
          if (one.from <= offset && offset < one.to) {
            steps.push_back(one.step);
            steps.back().isWhole = one.from == offset && one.to == offset + bytesFrom(offset);
          }
      return steps;
    };
    // Where a pointer begins at the first byte, nothing is left in front of it.
    const uint64_t own = begins[0] > 0 ? 0 : UINT64_MAX;
    subjects[i].stretch = Stretch{array, own, begins[0], behind(own), {}, {}, false};
    for (const auto& [variable, place] : pointers) {
      Subject subject;
      subject.name = variable->name;
      subject.declared = variable->range;
      subject.variables = {variable};
      subject.rank = 1;
      subject.decl = subjects[i].decl;
      subject.lengths = subjects[i].lengths;
      subject.stretch =
          Stretch{array, place->offset, bytesFrom(place->offset), behind(place->offset), {}, {}, false};
      subjects.push_back(std::move(subject));
    }
  }
}

bool differsByLaunch(const Program& program, const Subject& subject, const Reach& reach) {
  const Spots all = spotsOf(program, reach);
  return std::any_of(program.launches.begin(), program.launches.end(), [&](const Launch& launch) {
    const Spots own = spotsOf(program, reach, &launch);
    return std::any_of(own.begin(), own.end(), [&](const auto& one) {
      return subject.liesIn(one.second.array) && !all.count(one.first);
    });
  });
}

std::vector<RecordedObject> sliced(const Subject& subject, const std::vector<RecordedObject>& objects,
                                   const simt::RunResult& run) {
  if (subject.member || subject.stretch->isRest) return slicedMember(subject, objects, run);
  std::vector<RecordedObject> slices;
  const Stretch& stretch = *subject.stretch;
  for (const RecordedObject& object : objects) {
    if (!stretch.isIn(*object.variable)) continue;
    const uint64_t all = object.shape.elements() * object.shape.elementBytes;
    const uint64_t end = stretch.bytes ? stretch.offset + stretch.bytes : all; // may wrap: of no stretch
    if (end <= stretch.offset || end > all || stretch.offset >= all) return {};
    const uint64_t element = subject.element()->size();
    RecordedObject slice{object.variable,
                         object.base + static_cast<uint32_t>(stretch.offset),
                         {{(end - stretch.offset) / element}, element},
                         {},
                         0,
                         {}};
    for (const RecordedRequest& request : object.requests) {
      size_t inside = 0;
      for (size_t lane = 0; lane < request.offsets.size(); ++lane)
        inside += (request.activeMask >> lane & 1) && request.offsets[lane] >= stretch.offset &&
                  request.offsets[lane] < end;
      if (inside == 0) continue;
      if (inside != static_cast<size_t>(std::popcount(request.activeMask))) return {};
      RecordedRequest own = request;
      for (size_t lane = 0; lane < own.offsets.size(); ++lane)
        if (own.activeMask >> lane & 1) own.offsets[lane] -= static_cast<uint32_t>(stretch.offset);
      slice.requests.push_back(std::move(own));
    }
    for (const RecordedRequest& request : slice.requests) {
      if (!run.sites[request.site].predictable) continue;
      slice.keptIdeal += request.ideal;
      slice.sites[request.site] += {request.count, request.ideal + request.excess, request.ideal};
    }
    if (!slice.requests.empty()) slices.push_back(std::move(slice));
  }
  return slices;
}

} // namespace banklab::analysis::fix
