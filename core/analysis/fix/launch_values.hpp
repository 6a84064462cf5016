#pragma once

#include "lang/program.hpp"

#include <map>
#include <optional>
#include <set>

namespace banklab::analysis::fix {

/// What expressions are worth that constants and the launches decide: `blockDim.x`, a kernel's parameter, a
/// local variable that holds such a value and gets no other.
class LaunchValues {
public:
  /// `only`: the launch that counts; null: all of them.
  explicit LaunchValues(const lang::Program& program, const lang::Launch* only = nullptr);

  /// The same number in every launch, from 0 to UINT32_MAX; empty where there is none.
  std::optional<uint64_t> of(const lang::Expr& expr) const { return of(expr, 0); }

private:
  std::optional<uint64_t> of(const lang::Expr& expr, int depth) const;
  std::optional<uint64_t> ofParameter(const lang::Variable& variable) const;
  std::optional<uint64_t> ofIntrinsic(lang::Intrinsic intrinsic) const;

  const lang::Program& program_;
  const lang::Launch* only_;
  std::map<const lang::Variable*, const lang::Expr*> given_; // to local variables, at their declaration
  std::set<const lang::Variable*> changed_;                  // get other values later
};

} // namespace banklab::analysis::fix
