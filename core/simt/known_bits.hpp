#pragma once

// What a compiler knows of a value before the kernel runs: how many of its low bits are the same in every
// thread and launch, or follow from where the code stands. It is what decides whether neighbouring accesses
// may become one wider access: `tile[threadIdx.x * 8 + i]` begins at a multiple of 32 bytes for all that is
// known, `tile[threadIdx.x * pitch + i]` does not where `pitch` is an argument.

#include "lang/program.hpp"

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace banklab::simt {

/// `bits`: the low bits that are known (64: the whole value); `zeros`: the low ones of them that are 0. Of an
/// integer, or of an address in bytes.
struct Known {
  uint8_t bits = 0, zeros = 0;

  static constexpr uint8_t kAll = 64;
  bool isWhole() const { return bits == kAll; }
  friend bool operator==(const Known&, const Known&) = default;
};

Known knownConstant(uint64_t value);
Known knownSum(Known a, Known b);
Known knownProduct(Known a, Known b);

/// Looks at a kernel and all that it calls. Each variable gets what holds for everything assigned to it, save
/// that the counter of a loop whose trips are known counts as known: such a loop is unrolled.
class KnownBits {
public:
  explicit KnownBits(const lang::Function& kernel);

  Known of(const lang::Expr& value) const;
  /// Whether the value is plainly the same for all lanes of a warp: made of constants, of the kernel's
  /// arguments, of the block's index and of sizes, by variables that are written once. Loads do not count, as
  /// they do not for nvcc.
  bool isSameForAllLanes(const lang::Expr& value) const;
  /// Whether a compiler unrolls the loop: from a known start by known steps to a known end, and no pragma
  /// forbids it.
  bool unrolls(const lang::LoopStmt& loop) const { return unrolled_.contains(&loop); }

private:
  struct Write {
    const lang::Expr* value; // null: by one, up or down
    lang::BinaryOp op;       // of a compound assignment
    bool compound;
    bool inBody = true; // not by a call that passes a parameter
  };
  struct Facts {
    std::vector<Write> writes;
    bool opaque = false; // a parameter of the kernel, or its address goes around
    Known known{Known::kAll, Known::kAll};
  };
  struct Counter {
    const lang::Variable* variable;
    const lang::Expr* end; // what it is compared with
    const lang::LoopStmt* loop;
  };
  struct Scope { // of a call that is looked into: what its parameters hold
    const Scope* outer = nullptr;
    const lang::Function* function = nullptr;
    std::unordered_map<const lang::Variable*, Known> arguments;
  };

  void read(const lang::Function& function);
  void readStatement(const lang::Stmt& stmt, const lang::Function& function);
  void readExpression(const lang::Expr& expr);
  void readLoop(const lang::LoopStmt& loop);
  void write(const lang::Expr& place, Write write);
  Facts& facts(const lang::Variable& variable);
  void settle();
  Known meet(const Facts& facts) const;
  bool isSame(const lang::Expr& expr, uint32_t& budget) const;
  bool isSame(const lang::Variable& variable, uint32_t& budget) const;
  bool counts(const Counter& counter) const;

  Known value(const lang::Expr& expr, const Scope* scope, uint32_t& budget) const;
  Known place(const lang::Expr& expr, const Scope* scope, uint32_t& budget) const;
  Known variable(const lang::Variable& variable, const Scope* scope, uint32_t& budget) const;
  Known binary(const lang::BinaryExpr& expr, const Scope* scope, uint32_t& budget) const;
  Known call(const lang::CallExpr& expr, const Scope* scope, uint32_t& budget) const;
  const lang::ConstantExpr* literal(const lang::Expr& expr) const;

  std::unordered_map<const lang::Variable*, Facts> facts_;
  std::vector<const lang::Variable*> order_; // of facts_: the same in every run
  std::vector<Counter> counters_;
  std::unordered_map<const lang::Function*, std::vector<const lang::Expr*>> results_;
  std::vector<const lang::Function*> queue_;
  std::unordered_set<const lang::Function*> seen_;
  std::unordered_set<const lang::LoopStmt*> unrolled_;
};

} // namespace banklab::simt
