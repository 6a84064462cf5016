#pragma once

// By what a value can be divided in every run, as its expression is written: `4 * t + 8` by 4, whatever `t`
// is.

#include "analysis/fix/reach.hpp"
#include "lang/program.hpp"

#include <map>

namespace banklab::analysis::fix {

class Multiples {
public:
  static constexpr uint64_t kMost = 16; // powers of two up to this one are told

  /// `reach`: tells the constants that are others in other instances of a template, of which nothing is known
  /// then; null: those of this instance count. Must outlive this.
  Multiples(const lang::Program& program, const Reach* reach);

  /// The power of two that divides an integer; 1 where nothing is known. `counter`, where given, is a
  /// variable that counts as divisible by all.
  uint64_t of(const lang::Expr& integer, const lang::Variable* counter = nullptr) const {
    return of(integer, counter, 0);
  }
  /// At which multiple of bytes a pointer points, where shared arrays begin at one of `base`.
  uint64_t ofPointer(const lang::Expr& pointer, uint64_t base) const { return ofPointer(pointer, base, 0); }

private:
  uint64_t of(const lang::Expr& integer, const lang::Variable* counter, int depth) const;
  uint64_t ofPointer(const lang::Expr& pointer, uint64_t base, int depth) const;
  uint64_t ofVariable(const lang::Variable& variable) const;

  struct Given {
    std::vector<const lang::Expr*> values; // that it is given, or that are added to it
    bool isOpen = false;                   // it gets others too
  };
  void note(const lang::Expr& expr);

  bool isOpen(lang::SourceRange constant) const { return reach_ && reach_->isDependent(constant); }

  const Reach* reach_;
  std::map<const lang::Variable*, Given> given_;
  std::map<const lang::Variable*, uint64_t> known_;
};

} // namespace banklab::analysis::fix
