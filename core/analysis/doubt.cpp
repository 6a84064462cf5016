// Which variables hang on the contents of memory: those that are given a value read through a pointer, or
// computed from one, or changed where such a value decides. Without an order: what one place gives a variable
// counts everywhere, so that in doubt a message is a note.

#include "analysis/doubt.hpp"

#include "lang/message.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <set>

namespace banklab::analysis {

using namespace lang;

namespace {

class Slice {
public:
  explicit Slice(const Program& program) : program_(program) {
    constexpr int kMostRounds = 32;
    for (int round = 0; round < kMostRounds && std::exchange(changed_, false); ++round)
      for (const auto& function : program_.functions)
        if (function->body) statement(*function->body, false, *function);
  }

  /// Whether what stands in the range, the places of its accesses or what it decides, hangs on memory.
  bool hangs(SourceRange range) const {
    bool any = false;
    const auto look = [&](const Expr& expr) {
      const auto isIn = [&](const Expr& one) {
        return one.range.end != 0 && range.begin <= one.range.begin && one.range.end <= range.end;
      };
      switch (expr.kind) { // an index may be all that the message points to
      case ExprKind::Index: {
        const Expr& index = *as<IndexExpr>(expr).index;
        any = any || ((isIn(expr) || isIn(index)) && isFromMemory(index));
        return;
      }
      case ExprKind::PointerAdd: {
        const Expr& index = *as<PointerAddExpr>(expr).index;
        any = any || ((isIn(expr) || isIn(index)) && isFromMemory(index));
        return;
      }
      default: break;
      }
      if (any || !isIn(expr)) return;
      switch (expr.kind) {
      case ExprKind::Deref: any = isFromMemory(*as<DerefExpr>(expr).pointer); return;
      case ExprKind::Intrinsic:
        for (const Expr* argument : as<IntrinsicExpr>(expr).arguments) any |= isFromMemory(*argument);
        return;
      default: return;
      }
    };
    for (const auto& function : program_.functions)
      if (function->body) forEachNode(*function->body, look);
    return any;
  }

private:
  bool isFromMemory(const Expr& expr) const {
    bool any = false;
    const auto look = [&](const Expr& node) {
      switch (node.kind) {
      case ExprKind::Deref: any = true; return;
      case ExprKind::Variable: any |= variables_.count(as<VariableExpr>(node).variable) != 0; return;
      case ExprKind::Call: any |= functions_.count(as<CallExpr>(node).callee) != 0; return;
      default: return;
      }
    };
    forEachNode(expr, look);
    return any;
  }

  void note(const Variable* variable) { changed_ |= variable && variables_.insert(variable).second; }

  void expression(const Expr& expr, bool isDecided) {
    const auto look = [&](const Expr& node) {
      switch (node.kind) {
      case ExprKind::Assign:
        if (isDecided || isFromMemory(*as<AssignExpr>(node).value)) note(rootOf(as<AssignExpr>(node).place));
        return;
      case ExprKind::CompoundAssign:
        if (isDecided || isFromMemory(*as<CompoundAssignExpr>(node).value))
          note(rootOf(as<CompoundAssignExpr>(node).place));
        return;
      case ExprKind::Increment:
        if (isDecided) note(rootOf(as<IncrementExpr>(node).place));
        return;
      case ExprKind::Call: {
        const auto& call = as<CallExpr>(node);
        for (size_t i = 0; i < call.arguments.size() && i < call.callee->parameters.size(); ++i)
          if (isFromMemory(*call.arguments[i])) note(call.callee->parameters[i]);
        return;
      }
      default: return;
      }
    };
    forEachNode(expr, look);
  }

  void statement(const Stmt& stmt, bool isDecided, const Function& function) {
    switch (stmt.kind) {
    case StmtKind::Expr: return expression(*as<ExprStmt>(stmt).expr, isDecided);
    case StmtKind::Declare:
      if (const Expr* init = as<DeclareStmt>(stmt).init) {
        if (isFromMemory(*init)) note(as<DeclareStmt>(stmt).variable);
        expression(*init, isDecided);
      }
      return;
    case StmtKind::Block:
      for (const Stmt* inner : as<BlockStmt>(stmt).body) statement(*inner, isDecided, function);
      return;
    case StmtKind::If: {
      const Stmt* link = &stmt; // a chain of `else if`
      for (; link && link->kind == StmtKind::If; link = as<IfStmt>(*link).no) {
        expression(*as<IfStmt>(*link).condition, isDecided);
        isDecided |= isFromMemory(*as<IfStmt>(*link).condition);
        statement(*as<IfStmt>(*link).yes, isDecided, function);
      }
      if (link) statement(*link, isDecided, function);
      return;
    }
    case StmtKind::Loop: {
      const auto& loop = as<LoopStmt>(stmt);
      const bool inside = isDecided || (loop.condition && isFromMemory(*loop.condition));
      if (loop.condition) expression(*loop.condition, isDecided);
      statement(*loop.body, inside, function);
      if (loop.step) expression(*loop.step, inside);
      return;
    }
    case StmtKind::Switch:
      isDecided |= isFromMemory(*as<SwitchStmt>(stmt).condition);
      for (const Stmt* inner : as<SwitchStmt>(stmt).body) statement(*inner, isDecided, function);
      return;
    case StmtKind::Return:
      if (const Expr* value = as<ReturnStmt>(stmt).value) {
        if (isDecided || isFromMemory(*value)) changed_ |= functions_.insert(&function).second;
        expression(*value, isDecided);
      }
      return;
    case StmtKind::Break:
    case StmtKind::Continue: return;
    }
  }

  const Program& program_;
  std::set<const Variable*> variables_;
  std::set<const Function*> functions_;
  bool changed_ = true;
};

/// The first of what was assumed beside the launch itself.
std::string assumedOf(const Launch& launch) {
  std::string list;
  for (const std::string& one : launch.assumptions) {
    constexpr size_t kLongest = 120;
    const bool isPlain =
        one.find("the launch is ") == 0 || one.find(" a buffer of its own") != std::string::npos;
    if (isPlain || list.size() + one.size() > kLongest) continue;
    list += (list.empty() ? "" : "; ") + one;
  }
  return list;
}

} // namespace

void doubt(const Program& program, const Launch& launch, std::vector<Diagnostic>& diagnostics) {
  const bool anyErrors = std::any_of(diagnostics.begin(), diagnostics.end(),
                                     [](const Diagnostic& one) { return one.severity == Severity::Error; });
  if (!anyErrors) return;
  const std::string assumed = assumedOf(launch);
  if (launch.isInvented) {
    for (Diagnostic& one : diagnostics) {
      if (one.severity != Severity::Error) continue;
      one.severity = Severity::Note;
      one.message += say("; this may be for what was assumed", assumed.empty() ? "" : say(" (", assumed, ")"),
                         ": add a line `// launch: ", launch.kernel.function->name,
                         "<<<grid, block, bytes>>>(…)` with what you pass");
    }
    return;
  }
  if (!launch.isHosts) return;
  const auto isOpen = [](const Buffer& buffer) { return !buffer.input; };
  const auto buffer = std::find_if(launch.buffers.begin(), launch.buffers.end(), isOpen);
  if (buffer == launch.buffers.end()) return;
  const Slice slice(program);
  for (Diagnostic& one : diagnostics) {
    if (one.severity != Severity::Error || !slice.hangs(one.range)) continue;
    one.severity = Severity::Note;
    one.message += say("; this may be for what the buffers hold, which the host or an earlier launch fills: "
                       "add a line `// input: ",
                       buffer->name, "[i] = …` for those that matter");
  }
}

} // namespace banklab::analysis
