#pragma once

// Constant evaluation: an interpreter of typed trees, for array lengths, template arguments, `constexpr`
// functions and launch lines. Every variable is an object of bytes; a pointer is its object's number in the
// upper half and an offset in the lower, so that references, arrays and records need no case of their own.
// Anything that a constant cannot depend on makes it give up, and so does an access outside of an object.

#include "lang/sema/evaluate.hpp"

#include <unordered_map>

namespace banklab::lang {

inline constexpr uint32_t kMaxCalls = 200;
inline constexpr uint32_t kMaxLevels = 3000; // of expressions and statements in one another, over all calls
inline constexpr uint64_t kMaxObjectBytes = 1u << 20; // of all objects together

struct Place {
  uint32_t object = 0;
  uint64_t offset = 0;
  const Type* type = nullptr;
  uint8_t bitOffset = 0, bitWidth = 0;
};

/// A scalar in `value`, an array or record in `bytes`.
struct Result {
  Value value;
  std::vector<std::byte> bytes;
};

/// A place that was changed, with what it held before.
struct Stored {
  Place at;
  Result before;
};

enum class Flow : uint8_t { Next, Break, Continue, Return, Fail };

class Evaluator {
public:
  Evaluator(std::span<const Binding> bindings, EvaluationBudget& budget)
      : bindings_(bindings), budget_(budget) {}

  std::optional<Result> value(const Expr& expr);

private:
  using Frame = std::unordered_map<const Variable*, uint32_t>;

  std::optional<Place> place(const Expr& expr);
  std::optional<Place> placeOf(const Variable& variable, const Type* type);
  std::optional<Place> elementAt(Place base, int64_t index) const;
  std::optional<Result> load(const Place& at) const;
  bool store(const Place& at, const Result& result);
  std::optional<Value> scalar(const Expr& expr);
  std::optional<Stored> change(const Expr& expr);
  std::optional<Value> unary(const UnaryExpr& expr);
  std::optional<Value> binary(const BinaryExpr& expr);
  std::optional<Value> logical(const LogicalExpr& expr);
  const Expr* effects(const CommaExpr& expr);
  std::optional<Value> intrinsic(const IntrinsicExpr& expr);
  std::optional<Result> call(const CallExpr& expr);
  std::optional<Place> target(const Value& pointer, const Type* type) const;
  std::optional<uint32_t> makeObject(uint64_t size);
  bool spend() { return budget_.steps != 0 ? budget_.steps--, true : giveUp(NoValue::TooManySteps); }
  bool giveUp(NoValue why) {
    if (budget_.why == NoValue::NotConstant) budget_.why = why; // what came first
    return false;
  }
  /// A step that goes one level down for as long as it lives.
  struct Level {
    explicit Level(Evaluator& evaluator) : of(evaluator) { ++of.levels_; }
    ~Level() { --of.levels_; }
    bool isAllowed() const { return of.levels_ <= kMaxLevels ? of.spend() : of.giveUp(NoValue::TooDeep); }
    Evaluator& of;
  };
  bool inside(const Place& at) const {
    return at.object < objects_.size() && at.offset + at.type->size() <= objects_[at.object].size();
  }

  Flow run(const Stmt& stmt);
  Flow runLoop(const LoopStmt& loop);
  Flow runSwitch(const SwitchStmt& stmt);
  Flow runAll(std::span<const Stmt* const> body, size_t from);

  std::span<const Binding> bindings_;
  EvaluationBudget& budget_;
  uint32_t calls_ = 0, levels_ = 0;
  uint64_t bytes_ = 0;
  std::vector<std::vector<std::byte>> objects_;
  Frame frame_;
  std::optional<Result> returned_;
};

} // namespace banklab::lang
