#include "analysis/fix/launch_values.hpp"

#include "analysis/fix/aliases.hpp"
#include "analysis/fix/uses.hpp"
#include "lang/sema/evaluate.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

LaunchValues::LaunchValues(const Program& program, const Launch* only)
    : program_(program), only_(only), changed_(pointerValues(program).changed) {
  for (const auto& function : program.functions) {
    if (!function->body) continue;
    forEachDeclaration(*function->body, [&](const DeclareStmt& stmt) {
      if (stmt.init) given_[stmt.variable] = stmt.init;
    });
  }
}

std::optional<uint64_t> LaunchValues::of(const Expr& expr, int depth) const {
  constexpr int kMaxDepth = 32;
  if (depth > kMaxDepth) return std::nullopt;
  const auto inRange = [](uint64_t value) {
    return value <= UINT32_MAX ? std::optional(value) : std::nullopt;
  };
  if (const auto constant = evaluate(expr)) return inRange(constant->bits);
  const Expr& node = unconverted(expr);
  switch (node.kind) {
  case ExprKind::Intrinsic: return ofIntrinsic(as<IntrinsicExpr>(node).intrinsic);
  case ExprKind::Load: {
    const Expr& place = *as<LoadExpr>(node).place;
    if (place.kind != ExprKind::Variable) return std::nullopt;
    const Variable* variable = as<VariableExpr>(place).variable;
    if (changed_.count(variable)) return std::nullopt;
    if (variable->storage == Storage::Parameter) return ofParameter(*variable);
    const auto known = given_.find(variable);
    return known == given_.end() ? std::nullopt : of(*known->second, depth + 1);
  }
  case ExprKind::Binary: {
    const auto& binary = as<BinaryExpr>(node);
    const auto left = of(*binary.left, depth + 1), right = of(*binary.right, depth + 1);
    if (!left || !right) return std::nullopt;
    switch (binary.op) {
    case BinaryOp::Add: return inRange(*left + *right);
    case BinaryOp::Subtract: return *left < *right ? std::nullopt : inRange(*left - *right);
    case BinaryOp::Multiply: return inRange(*left * *right);
    case BinaryOp::Divide: return *right == 0 ? std::nullopt : inRange(*left / *right);
    case BinaryOp::ShiftLeft: return *right > 31 ? std::nullopt : inRange(*left << *right);
    default: return std::nullopt;
    }
  }
  default: return std::nullopt;
  }
}

std::optional<uint64_t> LaunchValues::ofParameter(const Variable& variable) const {
  std::optional<uint64_t> value;
  for (const Launch& launch : program_.launches) {
    if (only_ && &launch != only_) continue;
    const auto& parameters = launch.kernel.function->parameters;
    const auto at = std::find(parameters.begin(), parameters.end(), &variable);
    if (at == parameters.end()) continue;
    const Argument& argument = launch.arguments[static_cast<size_t>(at - parameters.begin())];
    if (argument.isBuffer || argument.value.size() > sizeof(uint32_t) || !variable.type->isInteger())
      return std::nullopt;
    uint64_t own = 0;
    for (size_t i = argument.value.size(); i-- > 0;) own = own << 8 | static_cast<uint8_t>(argument.value[i]);
    if (value && *value != own) return std::nullopt;
    value = own;
  }
  return value && *value <= INT32_MAX ? value : std::nullopt;
}

std::optional<uint64_t> LaunchValues::ofIntrinsic(Intrinsic intrinsic) const {
  std::optional<uint64_t> value;
  for (const Launch& launch : program_.launches) {
    if (only_ && &launch != only_) continue;
    uint64_t own = 0;
    switch (intrinsic) {
    case Intrinsic::BlockDimX: own = launch.block.x; break;
    case Intrinsic::BlockDimY: own = launch.block.y; break;
    case Intrinsic::BlockDimZ: own = launch.block.z; break;
    default: return std::nullopt;
    }
    if (value && *value != own) return std::nullopt;
    value = own;
  }
  return value;
}

} // namespace banklab::analysis::fix
