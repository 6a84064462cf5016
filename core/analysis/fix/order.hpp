#pragma once

// Across what accesses to an array may be moved, as where several become one vector.

#include "analysis/fix/proposal.hpp"

#include <optional>
#include <set>
#include <vector>

namespace banklab::analysis::fix {

/// What a piece of code does to one array's memory.
struct Effects {
  std::vector<const lang::Expr*> loads, stores; // that name an element; in the order in which they run
  bool updates = false;                         // an element is changed by what it holds: `a[i] += x`
  bool loadsOther = false;                      // through a pointer that may point into the array
  bool storesOther = false;                     // likewise
  bool storesAny = false;                       // anything but a local variable
  bool waits = false;                           // for other threads, or calls what changes something

  /// Whether nothing but the loads and stores themselves could tell when they are made.
  bool isFree() const { return !updates && !storesOther && !waits; }
};
Effects effectsOn(const Bench& bench, const lang::Expr& expr);
Effects effectsOn(const Bench& bench, const lang::Stmt& stmt);

inline constexpr uint64_t kMostElements = 16; // that one loop may go along

/// `for (int i = 0; i < count; ++i)`.
struct CountedLoop {
  lang::SourceRange range;
  const lang::Variable* counter;
  uint64_t count;
  const lang::Stmt* body;
};
std::optional<CountedLoop> countedLoop(const lang::DeclareStmt& first, const lang::LoopStmt& loop);

/// The local variables that a piece of code gives values to, or declares.
std::set<const lang::Variable*> changedBy(const lang::Stmt& stmt);

/// Whether an expression says the same wherever it stands within code that changes these variables, and, with
/// `storesMemory`, memory too: what it is made of is not among them.
bool isSteady(const lang::Expr& expr, const std::set<const lang::Variable*>& changed, bool storesMemory);

/// The loads that are made whenever a statement runs: under no condition in it. That none of its jumps is
/// taken is for the caller to know.
void collectCertain(const lang::Stmt& stmt, std::set<const lang::Expr*>& loads);
void collectCertain(const lang::Expr& expr, std::set<const lang::Expr*>& loads);

} // namespace banklab::analysis::fix
