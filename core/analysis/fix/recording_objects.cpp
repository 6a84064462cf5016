// What a recorder has heard, by the objects that it was asked of.

#include "analysis/fix/recording.hpp"

#include "analysis/fix/sorting.hpp"

#include <algorithm>
#include <bit>

namespace banklab::analysis::fix {

namespace {

/// The shape of an array type; `bytes`: of the whole object, where the type leaves its length open.
Shape shapeOf(const lang::Type* type, uint64_t bytes) {
  Shape shape;
  while (type->is(lang::TypeKind::Array)) {
    shape.dims.push_back(type->count);
    type = type->element;
  }
  shape.elementBytes = std::max<uint64_t>(type->size(), 1);
  if (!shape.dims.empty() && shape.dims[0] == lang::Type::kUnbounded)
    shape.dims[0] = bytes / std::max<uint64_t>(shape.pitch(0) * shape.elementBytes, 1);
  return shape;
}

} // namespace

/// By its name, where the access has one; else by its place.
RecordedObject* Recorder::objectAt(std::vector<RecordedObject>& objects, const simt::RunResult& run,
                                   uint32_t offset, const lang::Variable* variable) {
  for (size_t i = 0; i < objects.size(); ++i) {
    const simt::SharedExtent& extent = run.objects[i];
    const bool holds = offset >= extent.offset && offset - extent.offset < extent.size;
    if (variable ? extent.variable == variable : holds) return &objects[i];
  }
  return nullptr;
}

std::vector<RecordedObject> Recorder::objects(const simt::RunResult& run) const {
  std::vector<RecordedObject> objects;
  for (const simt::SharedExtent& extent : run.objects)
    objects.push_back(
        {extent.variable, extent.offset, shapeOf(extent.variable->type, extent.size), {}, 0, {}});
  for (const Entry& entry : entries_) {
    if (entry.request.activeMask == 0) continue;
    const auto first = static_cast<size_t>(std::countr_zero(entry.request.activeMask));
    RecordedObject* at = objectAt(objects, run, entry.request.offsets[first], entry.variable);
    if (!at) continue;
    RecordedRequest request = entry.request;
    for (size_t lane = 0; lane < request.offsets.size(); ++lane)
      if (request.activeMask >> lane & 1) request.offsets[lane] -= std::min(request.offsets[lane], at->base);
    request.ideal = request.count * entry.counts.ideal;
    request.excess = request.count * entry.counts.excessive();
    if (run.sites[request.site].predictable) {
      at->sites[request.site] +=
          {request.count, request.count * entry.counts.wavefronts, request.count * entry.counts.ideal};
      at->keptIdeal += request.count * entry.counts.ideal;
    }
    at->requests.push_back(std::move(request));
  }
  for (const auto& [site, rest] : rest_) {
    RecordedObject* at = objectAt(objects, run, rest.offset, rest.variable);
    if (at && run.sites[site].predictable) at->sites[site] += rest.cost;
  }
  for (RecordedObject& object : objects)
    sortStably(object.requests, [](const auto& a, const auto& b) { return a.excess > b.excess; });
  std::erase_if(objects, [](const RecordedObject& object) {
    return object.requests.empty() || object.shape.elements() == 0;
  });
  return objects;
}

Cost RecordedObject::cost() const {
  Cost sum;
  for (const auto& [site, cost] : sites) sum += cost;
  return sum;
}

} // namespace banklab::analysis::fix
