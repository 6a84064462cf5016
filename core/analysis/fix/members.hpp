#pragma once

// Arrays in a struct: `struct Stage { float a[32][32]; float b[32]; }; __shared__ Stage s;`. Each is an array
// of its own to the families. Its declaration is the struct's, and its accesses are those of every such
// struct.

#include "analysis/fix/recording.hpp"
#include "analysis/fix/subject.hpp"

namespace banklab::analysis::fix {

/// Adds a subject for each member that is an array, of each variable that is a struct. The variable itself is
/// left with its other members.
void addMembers(std::vector<Subject>& subjects);

/// What a run asked of a member, or of the rest of a struct: of the requests of an access all or none.
std::vector<RecordedObject> slicedMember(const Subject& subject, const std::vector<RecordedObject>& objects,
                                         const simt::RunResult& run);

} // namespace banklab::analysis::fix
