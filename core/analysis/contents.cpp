#include "analysis/contents.hpp"

#include "lang/message.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace banklab::analysis {

using namespace lang;

namespace {

/// Which buffer's contents a variable's value is made from. Without an order: what one place gives a variable
/// counts everywhere.
class Origins {
public:
  using Buffers = std::map<const Variable*, const Buffer*>; // by the kernel's parameter that points to it

  Origins(const Function& kernel, Buffers buffers) : buffers_(std::move(buffers)), reached_{&kernel} {
    constexpr int kMostRounds = 8;
    for (int round = 0; round < kMostRounds && std::exchange(changed_, false); ++round)
      for (size_t i = 0; i < reached_.size(); ++i)
        if (reached_[i]->body) follow(*reached_[i]);
  }

  /// An index, or what is added to a pointer, that is made from a buffer's contents.
  struct Made {
    SourceRange range;
    const Buffer* from;
  };
  std::vector<Made> indices() const {
    std::vector<Made> made;
    const auto look = [&](const Expr& expr) {
      if (expr.range.end == 0 || made.size() == kMost) return;
      const Expr* index = expr.kind == ExprKind::Index        ? as<IndexExpr>(expr).index
                          : expr.kind == ExprKind::PointerAdd ? as<PointerAddExpr>(expr).index
                                                              : nullptr;
      if (const Buffer* from = index ? of(*index) : nullptr) made.push_back({expr.range, from});
    };
    for (const Function* function : reached_)
      if (function->body) forEachNode(*function->body, look);
    return made;
  }

private:
  static constexpr size_t kMost = 64; // of more nobody reads

  /// The buffer behind `p`, `p + i`, `&p[i]`, where `p` is one of the kernel's parameters.
  const Buffer* behind(const Expr* pointer) const {
    for (;;) {
      switch (pointer->kind) {
      case ExprKind::PointerAdd: pointer = as<PointerAddExpr>(*pointer).pointer; break;
      case ExprKind::Convert: pointer = as<ConvertExpr>(*pointer).operand; break;
      case ExprKind::Load: pointer = as<LoadExpr>(*pointer).place; break;
      case ExprKind::Variable: return known(buffers_, as<VariableExpr>(*pointer).variable);
      default: return nullptr;
      }
    }
  }

  const Buffer* of(const Expr& expr) const {
    const Buffer* found = nullptr;
    const auto look = [&](const Expr& node) {
      if (found) return;
      if (node.kind == ExprKind::Deref) {
        found = behind(as<DerefExpr>(node).pointer);
      } else if (node.kind == ExprKind::Variable) {
        found = known(values_, as<VariableExpr>(node).variable);
      } else if (node.kind == ExprKind::Call) {
        found = known(returns_, as<CallExpr>(node).callee);
      }
    };
    forEachNode(expr, look);
    return found;
  }

  template <typename Key>
  static const Buffer* known(const std::map<const Key*, const Buffer*>& all, const Key* key) {
    const auto at = all.find(key);
    return at == all.end() ? nullptr : at->second;
  }

  /// Notes what something is made from, or points to, where that is known.
  template <typename Key>
  void give(std::map<const Key*, const Buffer*>& all, const Key* key, const Buffer* from) {
    if (key && from) changed_ |= all.emplace(key, from).second;
  }

  void follow(const Function& function) {
    const auto step = [&](const Stmt& stmt) {
      if (stmt.kind == StmtKind::Declare && as<DeclareStmt>(stmt).init) {
        const auto& declared = as<DeclareStmt>(stmt);
        give(values_, declared.variable, of(*declared.init));
        if (declared.variable->type->isPointer()) give(buffers_, declared.variable, behind(declared.init));
      } else if (stmt.kind == StmtKind::Return && as<ReturnStmt>(stmt).value) {
        give(returns_, &function, of(*as<ReturnStmt>(stmt).value));
      }
    };
    forEachStatement(*function.body, step);
    const auto look = [&](const Expr& node) {
      if (node.kind == ExprKind::Assign) {
        give(values_, rootOf(as<AssignExpr>(node).place), of(*as<AssignExpr>(node).value));
      } else if (node.kind == ExprKind::CompoundAssign) {
        give(values_, rootOf(as<CompoundAssignExpr>(node).place), of(*as<CompoundAssignExpr>(node).value));
      } else if (node.kind == ExprKind::Call) {
        const auto& call = as<CallExpr>(node);
        if (std::find(reached_.begin(), reached_.end(), call.callee) == reached_.end()) {
          reached_.push_back(call.callee);
          changed_ = true;
        }
        for (size_t i = 0; i < call.arguments.size() && i < call.callee->parameters.size(); ++i) {
          const Variable* parameter = call.callee->parameters[i];
          if (parameter->type->isPointer())
            give(buffers_, parameter, behind(call.arguments[i]));
          else
            give(values_, parameter, of(*call.arguments[i]));
        }
      }
    };
    forEachNode(*function.body, look);
  }

  std::map<const Function*, const Buffer*> returns_;
  Buffers buffers_;
  std::map<const Variable*, const Buffer*> values_;
  std::vector<const Function*> reached_;
  bool changed_ = true;
};

} // namespace

std::string assumedContents(const Program& program, const Launch& launch, std::string_view fill,
                            std::span<const SourceRange> accesses) {
  Origins::Buffers open;
  const auto& parameters = launch.kernel.function->parameters;
  for (size_t i = 0; i < launch.arguments.size() && i < parameters.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    if (argument.isBuffer && !launch.buffers[argument.buffer].input)
      open[parameters[i]] = &launch.buffers[argument.buffer];
  }
  if (open.empty() || accesses.empty()) return {};
  const std::vector<Origins::Made> made = Origins(*launch.kernel.function, std::move(open)).indices();
  for (const SourceRange access : accesses) {
    const auto index = std::find_if(made.begin(), made.end(), [&](const Origins::Made& one) {
      return access.begin <= one.range.begin && one.range.end <= access.end;
    });
    if (index == made.end()) continue;
    const Buffer* buffer = index->from;
    return say("the address of ", program.source->text(access), " is made from what ", buffer->name,
               " holds, which nobody gave: it is filled by ", fill,
               buffer->element->isArithmetic()
                   ? say("; a line `// input: ", buffer->name, "[i] = …` gives it")
                   : std::string());
  }
  return {};
}

} // namespace banklab::analysis
