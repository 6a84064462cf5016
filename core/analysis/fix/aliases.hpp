#pragma once

// Pointers that are another name of a shared array: parameters and local variables that hold its first
// element's address all the time, as in `reduce(part, t)` or `float* s = part`. Their subscripts are the
// array's.

#include "analysis/fix/subject.hpp"

#include <map>
#include <set>

namespace banklab::analysis::fix {

/// What pointer variables are given: at their declaration, or by every call. Those that get anything later,
/// or whose own address is taken, are `changed`.
struct PointerValues {
  std::map<const lang::Variable*, std::vector<const lang::Expr*>> given;
  std::set<const lang::Variable*> changed;
};
PointerValues pointerValues(const lang::Program& program);

class Aliases {
public:
  Aliases(const lang::Program& program, const std::vector<Subject>& subjects);

  static constexpr size_t kNone = SIZE_MAX;
  /// The subject (its index) whose first element's address a value is; kNone for any other.
  size_t subjectOf(const lang::Expr& pointer) const;
  /// The subject that a pointer variable is another name of; kNone for any other.
  size_t subjectOf(const lang::Variable* variable) const;
  /// All pointer variables that are another name, with the subject.
  const std::map<const lang::Variable*, size_t>& all() const { return aliases_; }

private:
  const std::vector<Subject>& subjects_;
  std::map<const lang::Variable*, size_t> aliases_;
};

} // namespace banklab::analysis::fix
