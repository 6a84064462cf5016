#include "analysis/fix/pointers.hpp"

#include "analysis/fix/uses.hpp"
#include "lang/sema/evaluate.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <map>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// What a value may hold, as a set.
enum Holds : uint8_t {
  kNothing = 0,
  kElement = 1, // a pointer to one element, or to a struct that holds the array
  kInside = 2,  // one from which others are reached: to a row, to the first, or an address as a number
  kHolder = 4,  // a pointer to where such pointers are kept
};

/// A place: what it begins with, and the subscripts and members behind that, the outermost first.
struct Chain {
  explicit Chain(const Expr& place) : root(&place) {
    while (root->kind == ExprKind::Index || root->kind == ExprKind::Field) {
      links.push_back(root);
      root = root->kind == ExprKind::Index ? as<IndexExpr>(*root).base : as<FieldExpr>(*root).base;
    }
  }
  const Expr* root;
  std::vector<const Expr*> links;
};

/// Follows the pointers into one array through the variables and functions of a program.
class Follower {
public:
  Follower(const Program& program, Subject& subject) : program_(program), subject_(subject) {}

  void run() {
    for (isNew_ = true; isNew_;) { // until nothing more holds one
      isNew_ = false;
      for (const auto& function : program_.functions)
        if (function->body && program_.source->holds(function->range)) follow(*function);
      if (held_.empty() && !isAnyTaken_) return;
    }
    isCollecting_ = true;
    for (const auto& function : program_.functions)
      if (function->body && program_.source->holds(function->range)) follow(*function);
  }

private:
  void follow(const Function& function) {
    forEachDeclaration(*function.body, [&](const DeclareStmt& stmt) {
      if (stmt.init) give(stmt.variable, value(*stmt.init));
    });
    forEachStatement(*function.body, [&](const Stmt& stmt) {
      if (stmt.kind != StmtKind::Return) return;
      if (const Expr* result = as<ReturnStmt>(stmt).value) add(results_[&function], value(*result));
    });
    forEachExpression(*function.body, [&](const Expr& whole) {
      whole_ = &whole;
      auto look = [&](const Expr& node) { note(node); };
      forEachNode(whole, look);
    });
  }

  void add(uint8_t& to, uint8_t holds) {
    if ((to | holds) == to) return;
    to |= holds;
    isNew_ = true;
  }
  void give(const Variable* variable, uint8_t holds) {
    if (holds) add(held_[variable], holds);
  }

  /// What an expression does with such pointers.
  void note(const Expr& node) {
    switch (node.kind) {
    case ExprKind::Load: return access(*as<LoadExpr>(node).place);
    case ExprKind::Assign: {
      const auto& assign = as<AssignExpr>(node);
      access(*assign.place);
      return store(*assign.place, value(*assign.value));
    }
    case ExprKind::CompoundAssign: {
      const auto& assign = as<CompoundAssignExpr>(node);
      access(*assign.place);
      const uint8_t held = loaded(*assign.place) | value(*assign.value);
      return store(*assign.place, moved(held));
    }
    case ExprKind::Increment: {
      const Expr& place = *as<IncrementExpr>(node).place;
      access(place);
      return store(place, moved(loaded(place)));
    }
    case ExprKind::AddressOf: isAnyTaken_ = isAnyTaken_ || value(node) != kNothing; return;
    case ExprKind::PointerDifference: {
      const auto& difference = as<PointerDifferenceExpr>(node);
      if (value(*difference.left) | value(*difference.right)) collect(subject_.pointerValues, whole_->range);
      return;
    }
    case ExprKind::Binary: { // a comparison
      const auto& binary = as<BinaryExpr>(node);
      if (!binary.left->type->isPointer() || unconverted(*binary.right).kind == ExprKind::Constant) return;
      if (value(*binary.left) | value(*binary.right)) collect(subject_.pointerValues, whole_->range);
      return;
    }
    case ExprKind::Call: {
      const auto& call = as<CallExpr>(node);
      const bool isSeen = call.callee->body && program_.source->holds(call.callee->range);
      for (size_t i = 0; i < call.arguments.size(); ++i) {
        const uint8_t held = value(*call.arguments[i]);
        if (isSeen && i < call.callee->parameters.size()) give(call.callee->parameters[i], held);
        if (!isSeen && held) collect(subject_.pointerAccesses, call.range);
      }
      return;
    }
    case ExprKind::Intrinsic: return intrinsic(as<IntrinsicExpr>(node));
    default: return;
    }
  }

  void intrinsic(const IntrinsicExpr& expr) {
    const Intrinsic what = expr.intrinsic;
    const bool isAtomic = what >= Intrinsic::AtomicAdd && what <= Intrinsic::AtomicAddBFloat162;
    const bool isMatrix = what == Intrinsic::LoadMatrix || what == Intrinsic::StoreMatrix;
    if (!isAtomic && !isMatrix && what != Intrinsic::CopyAsync) return;
    uint64_t bytes = isMatrix ? 16 : expr.arguments[0]->type->element->size();
    if (what == Intrinsic::CopyAsync) {
      const auto known = evaluate(*expr.arguments[2]);
      bytes = known ? known->bits : 0;
    }
    const uint8_t held = value(*expr.arguments[0]);
    if ((held & kInside) || (held && bytes != subject_.element()->size()))
      collect(subject_.pointerAccesses, expr.range);
  }

  /// A place that is read or written.
  void access(const Expr& place) {
    const Chain chain(place);
    if (chain.root->kind == ExprKind::Conditional && (address(place) & kInside)) {
      isAnyTaken_ = true;
      collect(subject_.pointerAccesses, place.range);
    }
    if (chain.root->kind != ExprKind::Deref || isUse(place)) return;
    if (value(*as<DerefExpr>(*chain.root).pointer) & kInside) collect(subject_.pointerAccesses, place.range);
  }

  /// Whether the accesses' subscripts are rewritten with the array's.
  bool isUse(const Expr& place) const {
    return std::any_of(subject_.uses.begin(), subject_.uses.end(), [&](const Use& use) {
      if (use.slots.size() != subject_.rank) return false;
      if (use.range == place.range) return true;
      // `*(p + i)`, whose `p + i` alone is rewritten
      return subject_.rank == 1 && subject_.slots[use.slots[0]].isAddend &&
             place.type->size() == subject_.element()->size() && place.range.begin <= use.range.begin &&
             use.range.end <= place.range.end;
    });
  }

  void store(const Expr& place, uint8_t held) {
    if (!held) return;
    const Chain chain(place);
    if (chain.root->kind == ExprKind::Variable) {
      const Variable* variable = as<VariableExpr>(*chain.root).variable;
      give(variable, held);
      if (isLocal(place)) return;
    } else {
      add(memory_, held);
    }
    collect(subject_.pointerValues, whole_->range);
  }

  void collect(std::vector<SourceRange>& all, SourceRange range) {
    if (!isCollecting_ || !program_.source->holds(range)) return;
    if (std::find(all.begin(), all.end(), range) == all.end()) all.push_back(range);
  }

  /// Of what is computed with a pointer.
  static uint8_t moved(uint8_t held) { return (held & kElement) ? (held & ~kElement) | kInside : held; }

  uint8_t value(const Expr& expr) const {
    uint8_t held = kNothing;
    std::vector<std::pair<const Expr*, bool>> open{{&expr, false}}; // whether something is computed with it
    while (!open.empty()) {
      const auto [node, isMoved] = open.back();
      open.pop_back();
      const auto take = [&, isMoved = isMoved](uint8_t own) { held |= isMoved ? moved(own) : own; };
      switch (node->kind) {
      case ExprKind::AddressOf: take(address(*as<AddressOfExpr>(*node).place)); break;
      case ExprKind::Load: take(loaded(*as<LoadExpr>(*node).place)); break;
      case ExprKind::Assign: open.push_back({as<AssignExpr>(*node).value, isMoved}); break;
      case ExprKind::CompoundAssign: take(loaded(*as<CompoundAssignExpr>(*node).place)); break;
      case ExprKind::Increment: take(loaded(*as<IncrementExpr>(*node).place)); break;
      case ExprKind::Comma: open.push_back({as<CommaExpr>(*node).right, isMoved}); break;
      case ExprKind::Conditional:
        open.push_back({as<ConditionalExpr>(*node).yes, isMoved});
        open.push_back({as<ConditionalExpr>(*node).no, isMoved});
        break;
      case ExprKind::Convert: {
        const Expr* operand = as<ConvertExpr>(*node).operand;
        const bool isSame = node->type->isPointer() && operand->type->isPointer() &&
                            node->type->element->unqualified == operand->type->element->unqualified;
        open.push_back({operand, isMoved || !isSame});
        break;
      }
      case ExprKind::Call: {
        const auto& call = as<CallExpr>(*node);
        if (call.callee->body && program_.source->holds(call.callee->range)) {
          const auto known = results_.find(call.callee);
          if (known != results_.end()) take(known->second);
        } else if (!call.type->is(TypeKind::Void)) {
          for (const Expr* argument : call.arguments) open.push_back({argument, true});
        }
        break;
      }
      case ExprKind::Intrinsic: {
        const Intrinsic what = as<IntrinsicExpr>(*node).intrinsic;
        if (what >= Intrinsic::AtomicAdd && what != Intrinsic::SharedPointer) break; // gives what it reads
        for (const Expr* argument : as<IntrinsicExpr>(*node).arguments) open.push_back({argument, true});
        break;
      }
      case ExprKind::Binary: {
        if (node->type->is(TypeKind::Bool)) break; // a comparison
        open.push_back({as<BinaryExpr>(*node).left, true});
        open.push_back({as<BinaryExpr>(*node).right, true});
        break;
      }
      case ExprKind::PointerAdd: open.push_back({as<PointerAddExpr>(*node).pointer, true}); break;
      case ExprKind::Unary: open.push_back({as<UnaryExpr>(*node).operand, true}); break;
      case ExprKind::Aggregate:
        for (const AggregatePart& part : as<AggregateExpr>(*node).parts)
          open.push_back({part.value, isMoved});
        break;
      default: break;
      }
    }
    return held;
  }

  /// What a place that is read holds.
  uint8_t loaded(const Expr& place) const {
    const Chain chain(place);
    if (chain.root->kind == ExprKind::Variable) {
      const auto known = held_.find(as<VariableExpr>(*chain.root).variable);
      return known == held_.end() ? uint8_t{kNothing} : known->second;
    }
    if (chain.root->kind != ExprKind::Deref) return kNothing;
    const uint8_t pointer = value(*as<DerefExpr>(*chain.root).pointer);
    const bool isKept =
        place.type->isPointer() || place.type->isInteger() || place.type->is(TypeKind::Record);
    return isKept && (pointer & kHolder) ? uint8_t{kInside}
           : place.type->isPointer()     ? memory_
                                         : uint8_t{kNothing};
  }

  /// What the address of a place is.
  uint8_t address(const Expr& place) const {
    const Chain chain(place);
    const auto isSubscripted = [&](size_t from) { // from this link on, one for each dimension
      size_t count = 0;
      while (count < from && chain.links[from - 1 - count]->kind == ExprKind::Index) ++count;
      return count >= subject_.rank ? uint8_t{kElement} : uint8_t{kInside};
    };
    if (subject_.member)
      for (size_t i = chain.links.size(); i-- > 0;) {
        if (chain.links[i]->kind != ExprKind::Field) continue;
        const auto& field = as<FieldExpr>(*chain.links[i]);
        if (field.base->type->record == subject_.member->record && field.name == subject_.member->name)
          return isSubscripted(i);
      }
    if (chain.root->kind == ExprKind::Variable) {
      const Variable* variable = as<VariableExpr>(*chain.root).variable;
      if (subject_.holds(variable)) return isSubscripted(chain.links.size());
      // Of a struct, or an array of them, the address of the whole: as good as one of an element.
      if (subject_.member && place.type->is(TypeKind::Record) &&
          place.type->record == subject_.member->record)
        return kElement;
      const auto known = held_.find(variable);
      return known == held_.end() ? uint8_t{kNothing} : uint8_t{kHolder};
    }
    if (chain.root->kind == ExprKind::Conditional) { // of two places, one of which may be the array
      const auto& choice = as<ConditionalExpr>(*chain.root);
      return moved(address(*choice.yes) | address(*choice.no));
    }
    if (chain.root->kind != ExprKind::Deref) return kNothing;
    const uint8_t pointer = value(*as<DerefExpr>(*chain.root).pointer);
    const bool isStepped = std::any_of(chain.links.begin(), chain.links.end(),
                                       [](const Expr* link) { return link->kind == ExprKind::Index; });
    return isStepped ? moved(pointer) : pointer;
  }

  const Program& program_;
  Subject& subject_;
  std::map<const Variable*, uint8_t> held_;
  std::map<const Function*, uint8_t> results_;
  uint8_t memory_ = kNothing; // what lies somewhere in memory
  bool isNew_ = false, isAnyTaken_ = false, isCollecting_ = false;
  const Expr* whole_ = nullptr; // the expression in work, as a statement has it
};

} // namespace

void findPointerAccesses(const Program& program, std::vector<Subject>& subjects) {
  for (Subject& subject : subjects) Follower(program, subject).run();
}

} // namespace banklab::analysis::fix
