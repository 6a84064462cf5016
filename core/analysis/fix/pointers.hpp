#pragma once

// Accesses to a shared array that do not name it: through a pointer into it, `p[i]` of `p = t[r]`, also in
// other functions, as a vector, by an instruction that is given an address. They count on how the elements
// lie, so that a run that comes by them proves that they do with another layout, and nothing else does.

#include "analysis/fix/subject.hpp"

namespace banklab::analysis::fix {

/// Finds them in all functions of the program, launched or not: Subject::pointerAccesses; and expressions
/// that compare such pointers, or store one to memory: Subject::pointerValues. No such access is one to a
/// single element by a pointer to that one, and what is rewritten with the subscripts. `subjects`: with
/// their uses.
void findPointerAccesses(const lang::Program& program, std::vector<Subject>& subjects);

} // namespace banklab::analysis::fix
