#pragma once

// Arrays that are carved from another by pointers, as from dynamic shared memory: `float* a = pool; float* b
// = pool + N;`. Each stretch is an array of its own to the families; what lies behind one that grows moves.

#include "analysis/fix/recording.hpp"
#include "analysis/fix/subject.hpp"

namespace banklab::analysis::fix {

/// Adds a subject for each pointer that begins a stretch of one of the arrays, at a place that is known
/// before the kernel runs. The array itself is left with the stretch in front of the first of them.
void carve(const lang::Program& program, std::vector<Subject>& subjects, const Reach& reach);

/// Whether a pointer begins in the array at a place that each launch tells, but not all the same.
bool differsByLaunch(const lang::Program& program, const Subject& subject, const Reach& reach);

/// What a run asked of a stretch, of what it asked of the array that it is a part of: the requests that lie
/// in it, from its first byte on. Empty where one reaches into another stretch.
std::vector<RecordedObject> sliced(const Subject& subject, const std::vector<RecordedObject>& objects,
                                   const simt::RunResult& run);

} // namespace banklab::analysis::fix
