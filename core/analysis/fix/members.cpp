#include "analysis/fix/members.hpp"

#include "lang/message.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

void addMembers(std::vector<Subject>& subjects) {
  const size_t variables = subjects.size();
  for (size_t i = 0; i < variables; ++i) {
    const Variable* variable = subjects[i].variables[0];
    if (!variable->type->is(TypeKind::Record) || variable->type->record->isUnion) continue;
    const Record& record = *variable->type->record;
    for (const Field& field : record.fields) {
      if (!field.type->is(TypeKind::Array)) continue;
      Subject subject;
      subject.name = say(subjects[i].name, ".", field.name);
      subject.declared = field.range;
      subject.variables = subjects[i].variables;
      for (const Type* type = field.type; type->is(TypeKind::Array); type = type->element) ++subject.rank;
      subject.member = Member{&record, field.name, field.type};
      subject.stretch = Stretch{variable, field.offset, field.type->size(), {}, {}, {}, false};
      subjects.push_back(std::move(subject));
    }
    if (subjects.back().member) subjects[i].stretch = Stretch{variable, 0, record.size, {}, {}, {}, true};
  }
}

std::vector<RecordedObject> slicedMember(const Subject& subject, const std::vector<RecordedObject>& objects,
                                         const simt::RunResult& run) {
  std::vector<RecordedObject> slices;
  const Stretch& stretch = *subject.stretch;
  for (const RecordedObject& object : objects) {
    if (!stretch.isIn(*object.variable)) continue;
    const auto isInside = [&](const RecordedRequest& request) {
      for (size_t lane = 0; lane < request.offsets.size(); ++lane) {
        const uint64_t offset = request.offsets[lane];
        const bool isActive = (request.activeMask >> lane & 1) != 0;
        if (isActive && (offset < stretch.offset || offset >= stretch.offset + stretch.bytes)) return false;
      }
      return true;
    };
    // An access that goes elsewhere too is none of the member's.
    std::set<uint32_t> sites;
    for (const RecordedRequest& request : object.requests) sites.insert(request.site);
    for (const RecordedRequest& request : object.requests) {
      const SourceRange range = run.sites[request.site].range;
      const bool isOwn =
          stretch.isRest ? std::find(stretch.sites.begin(), stretch.sites.end(), range) != stretch.sites.end()
                         : isInside(request);
      if (!isOwn) sites.erase(request.site);
    }
    RecordedObject slice;
    slice.variable = object.variable;
    slice.base = object.base + static_cast<uint32_t>(stretch.offset);
    slice.shape.elementBytes = std::max<uint64_t>(subject.element()->size(), 1);
    for (const Type* type = subject.member ? subject.member->type : nullptr;
         type && type->is(TypeKind::Array); type = type->element)
      slice.shape.dims.push_back(type->count);
    for (const RecordedRequest& request : object.requests) {
      if (!sites.count(request.site)) continue;
      RecordedRequest own = request;
      for (size_t lane = 0; lane < own.offsets.size(); ++lane)
        if (own.activeMask >> lane & 1) own.offsets[lane] -= static_cast<uint32_t>(stretch.offset);
      if (run.sites[request.site].predictable) {
        slice.keptIdeal += request.ideal;
        slice.sites[request.site] += {request.count, request.ideal + request.excess, request.ideal};
      }
      slice.requests.push_back(std::move(own));
    }
    if (!slice.requests.empty()) slices.push_back(std::move(slice));
  }
  return slices;
}

} // namespace banklab::analysis::fix
