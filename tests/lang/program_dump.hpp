#pragma once

#include "lang/compile.hpp"
#include "lang/message.hpp"

#include <cstdio>
#include <string>

namespace banklab::lang::testing {

/// The typed tree as text: what analysis made explicit can be read. Types stand where they matter.
class ProgramDump {
public:
  static std::string function(const Function& function) {
    std::string text = toString(function.result) + " " + std::string(function.name) + "(";
    for (size_t i = 0; i < function.parameters.size(); ++i)
      text += say(i ? ", " : "", toString(function.parameters[i]->type), " ", name(*function.parameters[i]));
    return text + ")\n" + (function.body ? statement(*function.body, 0) : "");
  }

  static std::string expression(const Expr& expr) {
    switch (expr.kind) {
    case ExprKind::Variable: return name(*as<VariableExpr>(expr).variable);
    case ExprKind::Deref: return "*" + expression(*as<DerefExpr>(expr).pointer);
    case ExprKind::Index:
      return expression(*as<IndexExpr>(expr).base) + "[" + expression(*as<IndexExpr>(expr).index) + "]";
    case ExprKind::Field: {
      const auto& field = as<FieldExpr>(expr);
      return expression(*field.base) + "." +
             (field.name.empty() ? "+" + std::to_string(field.offset) : std::string(field.name));
    }
    case ExprKind::Constant: {
      const auto& constant = as<ConstantExpr>(expr);
      const Type* type = expr.type;
      if (type->isError()) return "<error>";
      if (type->is(TypeKind::Bool)) return constant.bits ? "true" : "false";
      if (type->isFloating()) {
        char text[40];
        std::snprintf(text, sizeof text, "%g%s", constant.real, type->is(TypeKind::Float) ? "f" : "");
        return text;
      }
      const std::string digits = type->isSigned() ? std::to_string(static_cast<int64_t>(constant.bits))
                                                  : std::to_string(constant.bits);
      switch (type->kind) {
      case TypeKind::Int: return digits;
      case TypeKind::UInt: return digits + "u";
      case TypeKind::Long: return digits + "l";
      case TypeKind::ULong: return digits + "ul";
      default: return "(" + toString(type) + ")" + digits;
      }
    }
    case ExprKind::Load: return "load(" + expression(*as<LoadExpr>(expr).place) + ")";
    case ExprKind::Convert:
      return "(" + toString(expr.type) + ")" + expression(*as<ConvertExpr>(expr).operand);
    case ExprKind::Unary:
      return say("(", spelling(as<UnaryExpr>(expr).op), expression(*as<UnaryExpr>(expr).operand), ")");
    case ExprKind::Binary: {
      const auto& binary = as<BinaryExpr>(expr);
      return say("(", expression(*binary.left), " ", spelling(binary.op), " ", expression(*binary.right),
                 ")");
    }
    case ExprKind::Logical: {
      const auto& logical = as<LogicalExpr>(expr);
      return say("(", expression(*logical.left), logical.isAnd ? " && " : " || ", expression(*logical.right),
                 ")");
    }
    case ExprKind::Conditional: {
      const auto& conditional = as<ConditionalExpr>(expr);
      return say("(", expression(*conditional.condition), " ? ", expression(*conditional.yes), " : ",
                 expression(*conditional.no), ")");
    }
    case ExprKind::Assign:
      return say(expression(*as<AssignExpr>(expr).place), " = ", expression(*as<AssignExpr>(expr).value));
    case ExprKind::CompoundAssign: {
      const auto& assign = as<CompoundAssignExpr>(expr);
      return say(expression(*assign.place), " ", spelling(assign.op), "=:", toString(assign.computeType), " ",
                 expression(*assign.value));
    }
    case ExprKind::Increment: {
      const auto& step = as<IncrementExpr>(expr);
      const std::string sign = step.decrement ? "--" : "++";
      return step.prefix ? sign + expression(*step.place) : expression(*step.place) + sign;
    }
    case ExprKind::AddressOf: return "&" + expression(*as<AddressOfExpr>(expr).place);
    case ExprKind::PointerAdd: {
      const auto& add = as<PointerAddExpr>(expr);
      return say("(", expression(*add.pointer), add.subtract ? " -> " : " +> ", expression(*add.index), ")");
    }
    case ExprKind::PointerDifference:
      return say("(", expression(*as<PointerDifferenceExpr>(expr).left), " <-> ",
                 expression(*as<PointerDifferenceExpr>(expr).right), ")");
    case ExprKind::Call:
      return say(as<CallExpr>(expr).callee->name, "(", list(as<CallExpr>(expr).arguments), ")");
    case ExprKind::Intrinsic: {
      const auto& intrinsic = as<IntrinsicExpr>(expr);
      const bool isVoid = expr.type->is(TypeKind::Void);
      return say(name(intrinsic.intrinsic), intrinsic.resultUsed || isVoid ? "" : "!",
                 intrinsic.arguments.empty() ? "" : say("(", list(intrinsic.arguments), ")"));
    }
    case ExprKind::Aggregate: {
      std::string text = toString(expr.type) + "{";
      bool first = true;
      for (const AggregatePart& part : as<AggregateExpr>(expr).parts) {
        text += say(first ? "" : ", ", std::to_string(part.offset), ": ", expression(*part.value));
        first = false;
      }
      return text + "}";
    }
    case ExprKind::Comma:
      return say("(", expression(*as<CommaExpr>(expr).left), ", ", expression(*as<CommaExpr>(expr).right),
                 ")");
    }
    return "?";
  }

  static std::string statement(const Stmt& stmt, int depth) {
    const std::string indent(static_cast<size_t>(depth) * 2, ' ');
    const auto inner = [&](const Stmt* body) {
      return body ? statement(*body, body->kind == StmtKind::Block ? depth : depth + 1) : "";
    };
    switch (stmt.kind) {
    case StmtKind::Expr: return indent + expression(*as<ExprStmt>(stmt).expr) + "\n";
    case StmtKind::Declare: {
      const auto& declare = as<DeclareStmt>(stmt);
      return say(indent, toString(declare.variable->type), " ", name(*declare.variable),
                 declare.init ? " = " + expression(*declare.init) : "", "\n");
    }
    case StmtKind::Block: {
      std::string text;
      for (const Stmt* one : as<BlockStmt>(stmt).body) text += statement(*one, depth + 1);
      return text;
    }
    case StmtKind::If: {
      const auto& branch = as<IfStmt>(stmt);
      std::string text = say(indent, "if ", expression(*branch.condition), "\n", inner(branch.yes));
      if (branch.no) text += indent + "else\n" + inner(branch.no);
      return text;
    }
    case StmtKind::Loop: {
      const auto& loop = as<LoopStmt>(stmt);
      std::string text = say(indent, loop.testFirst ? "loop" : "loop after",
                             loop.condition ? " while " + expression(*loop.condition) : "",
                             loop.step ? " step " + expression(*loop.step) : "",
                             loop.unroll ? " unroll " + std::to_string(loop.unroll) : "", "\n");
      return text + inner(loop.body);
    }
    case StmtKind::Switch: {
      const auto& choice = as<SwitchStmt>(stmt);
      std::string text = indent + "switch " + expression(*choice.condition) + "\n";
      for (size_t i = 0; i <= choice.body.size(); ++i) {
        for (const SwitchLabel& label : choice.labels)
          if (label.at == i)
            text += say(indent, label.isDefault ? "default" : "case " + std::to_string(label.first),
                        label.isDefault || label.first == label.last ? "" : ".." + std::to_string(label.last),
                        ":\n");
        if (i < choice.body.size()) text += statement(*choice.body[i], depth + 1);
      }
      return text;
    }
    case StmtKind::Break: return indent + "break\n";
    case StmtKind::Continue: return indent + "continue\n";
    case StmtKind::Return:
      return say(indent, "return",
                 as<ReturnStmt>(stmt).value ? " " + expression(*as<ReturnStmt>(stmt).value) : "", "\n");
    }
    return "?";
  }

  static std::string name(Intrinsic intrinsic) {
    static constexpr const char* kNames[] = {
#define INTRINSIC(name, arguments) #name,
#include "lang/intrinsic.def"
#undef INTRINSIC
    };
    return kNames[static_cast<size_t>(intrinsic)];
  }

private:
  static std::string name(const Variable& variable) {
    return variable.name.empty() ? "$" + std::to_string(variable.index) : std::string(variable.name);
  }
  static std::string list(std::span<const Expr* const> items) {
    std::string text;
    for (const Expr* item : items) text += (text.empty() ? "" : ", ") + expression(*item);
    return text;
  }
};

/// "error 3:7: the message", with its notes behind; one line for each.
inline std::string diagnosticsText(const Program& program) {
  static constexpr const char* kNames[] = {"error", "warning", "note"};
  std::string out;
  const auto line = [&](const char* kind, SourceRange range, const std::string& message) {
    const Position place = program.source->position(range.begin);
    out += say(kind, " ", std::to_string(place.line), ":", std::to_string(place.column), ": ", message, "\n");
  };
  for (const Diagnostic& diagnostic : program.diagnostics) {
    line(kNames[static_cast<int>(diagnostic.severity)], diagnostic.range, diagnostic.message);
    for (const DiagnosticNote& note : diagnostic.notes) line("  note", note.range, note.message);
  }
  return out;
}

/// Launches, knobs, buffers, shared memory.
inline std::string launchesText(const Program& program) {
  std::string out;
  const auto size = [](const Dim3& dim) {
    return say(std::to_string(dim.x), ",", std::to_string(dim.y), ",", std::to_string(dim.z));
  };
  for (const Launch& launch : program.launches) {
    out += say("launch ", launch.text, " grid ", size(launch.grid), " block ", size(launch.block),
               " dynamic ", std::to_string(launch.dynamicSharedBytes), "\n");
    for (const SharedObject& object : launch.kernel.shared)
      out += say("  shared ", std::to_string(object.offset), ": ", toString(object.variable->type), " ",
                 object.variable->name, object.variable->implicit ? " implicit" : "",
                 object.variable->filled ? " filled" : "", "\n");
    for (const Argument& argument : launch.arguments) {
      out += "  argument ";
      if (argument.isBuffer) {
        out +=
            say(launch.buffers[argument.buffer].name, ": ", toString(launch.buffers[argument.buffer].element),
                argument.offset ? " + " + std::to_string(argument.offset) : "");
      } else {
        for (std::byte byte : argument.value) {
          char text[8];
          std::snprintf(text, sizeof text, "%02x", static_cast<unsigned>(byte));
          out += text;
        }
      }
      out += "\n";
    }
    for (const std::string& assumption : launch.assumptions) out += "  assume " + assumption + "\n";
  }
  for (const Knob& knob : program.knobs)
    out += say("knob ", knob.name, " = ", std::to_string(knob.value), " in ", std::to_string(knob.min), "..",
               std::to_string(knob.max), "\n");
  return out;
}

} // namespace banklab::lang::testing
