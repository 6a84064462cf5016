#include "dump.hpp"

#include "lang/message.hpp"

#include <sstream>

namespace banklab::lang::testing {

using namespace syntax;

namespace {

template <typename List>
std::string all(const List& list) {
  std::string out;
  for (const auto& item : list) out += " " + dump(item);
  return out;
}

std::string number(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

std::string optional(const Expr* expr) { return expr ? dump(expr) : "_"; }

const char* builtinName(TypeKind kind) {
  static constexpr const char* kNames[] = {"error", "void",   "bool", "char", "schar", "uchar",
                                           "short", "ushort", "int",  "uint", "long",  "ulong",
                                           "llong", "ullong", "half", "bf16", "float", "double"};
  return kNames[static_cast<size_t>(kind)];
}

std::string initializer(const VarDecl& variable) {
  switch (variable.initStyle) {
  case InitStyle::None: return "";
  case InitStyle::Copy: return " =" + all(variable.init);
  case InitStyle::Paren: return " (" + all(variable.init) + " )";
  case InitStyle::Brace: return all(variable.init);
  }
  return "";
}

std::string specifiers(uint32_t flags) {
  static constexpr const char* kNames[] = {"static",   "extern",  "constexpr",   "inline",      "global",
                                           "device",   "host",    "shared",      "constant",    "managed",
                                           "explicit", "mutable", "noinline",    "forceinline", "restrict",
                                           "virtual",  "typedef", "gridconstant"};
  std::string out;
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (flags >> i & 1) out += say(" ", kNames[i]);
  return out;
}

std::string templated(const Decl& decl) {
  if (!decl.templated) return "";
  if (decl.templated->isInstantiation) return " (instantiation)";
  std::string out = " (template";
  for (const TemplateParameter& p : decl.templated->parameters) {
    out += p.kind == TemplateParameterKind::Type    ? " type "
           : p.kind == TemplateParameterKind::Value ? " " + dump(p.type) + " "
                                                    : " template ";
    out += p.name;
    if (p.pack) out += "...";
    if (p.kind == TemplateParameterKind::Value ? p.value != nullptr : p.type != nullptr)
      out += "=" + (p.kind == TemplateParameterKind::Value ? dump(p.value) : dump(p.type));
  }
  return out + ")";
}

std::string unroll(const UnrollHint& hint) {
  switch (hint.kind) {
  case Unroll::None: return "";
  case Unroll::Full: return " (unroll)";
  case Unroll::Off: return " (nounroll)";
  case Unroll::Count: return " (unroll " + dump(hint.count) + ")";
  }
  return "";
}

std::string dumpPart(const NamePart& part) {
  std::string out(part.identifier);
  if (!part.hasArguments) return out;
  out += "<";
  for (size_t i = 0; i < part.arguments.size(); ++i) {
    const TemplateArgument& argument = part.arguments[i];
    out += (i ? "," : "") + (argument.type ? "type " + dump(argument.type) : dump(argument.expr)) +
           (argument.expand ? "..." : "");
  }
  return out + ">";
}

std::string dumpFunction(const FunctionDecl& f) {
  std::string out = "(function " + (f.name ? dump(*f.name) : "_") + specifiers(f.specifiers) + templated(f);
  if (f.isConstructor) out += " constructor";
  if (f.isDestructor) out += " destructor";
  if (!f.launchBounds.empty()) out += " (bounds" + all(f.launchBounds) + ")";
  out += " (" + (f.result ? dump(f.result) : "_");
  for (const VarDecl* p : f.parameters) out += " " + dump(static_cast<const Decl*>(p));
  out += std::string(f.variadic ? " ..." : "") + ")";
  if (f.isConst) out += " const";
  if (f.isDefaulted) out += " default";
  if (f.isDeleted) out += " delete";
  for (const MemberInit& init : f.memberInits)
    out += " (init " + dump(*init.name) + all(init.arguments) + ")";
  if (f.body)
    out += " " + dump(f.body);
  else if (f.isDefinition)
    out += " host";
  return out + ")";
}

} // namespace

std::string dump(const Name& name) {
  std::string out = name.global ? "::" : "";
  for (size_t i = 0; i < name.parts.size(); ++i) out += (i ? "::" : "") + dumpPart(name.parts[i]);
  if (name.conversion) out += " " + dump(name.conversion);
  return out;
}

std::string dump(const TypeName* type) {
  std::string out;
  switch (type->form) {
  case TypeForm::Builtin: out = builtinName(type->builtin); break;
  case TypeForm::Named: out = dump(*type->name); break;
  case TypeForm::Auto: out = "auto"; break;
  case TypeForm::Decltype: out = "(decltype " + dump(type->expr) + ")"; break;
  case TypeForm::Pointer: out = "(ptr " + dump(type->inner) + ")"; break;
  case TypeForm::LValueReference: out = "(ref " + dump(type->inner) + ")"; break;
  case TypeForm::RValueReference: out = "(rref " + dump(type->inner) + ")"; break;
  case TypeForm::Array: out = "(array " + optional(type->expr) + " " + dump(type->inner) + ")"; break;
  case TypeForm::Function: {
    out = "(fn " + dump(type->inner);
    for (const VarDecl* p : type->parameters) out += " " + dump(p->type);
    out += ")";
    break;
  }
  case TypeForm::Record:
  case TypeForm::Enum: out = dump(type->defined); break;
  }
  if (type->quals & kVolatile) out = "(volatile " + out + ")";
  if (type->quals & kConst) out = "(const " + out + ")";
  return out + (type->pack ? "..." : "");
}

std::string dump(const Expr* expr) {
  switch (expr->kind) {
  case ExprKind::Integer: {
    const IntegerExpr& e = as<IntegerExpr>(*expr);
    static constexpr const char* kSuffix[] = {"", "", "",  "c", "",   "",   "",
                                              "", "", "u", "l", "ul", "ll", "ull"};
    return std::to_string(e.value) + kSuffix[static_cast<size_t>(e.type)];
  }
  case ExprKind::Float: {
    const FloatExpr& e = as<FloatExpr>(*expr);
    return number(e.value) + (e.type == TypeKind::Float ? "f" : "d");
  }
  case ExprKind::Bool: return as<BoolExpr>(*expr).value ? "true" : "false";
  case ExprKind::Null: return "nullptr";
  case ExprKind::String: return say("\"", as<StringExpr>(*expr).value, "\"");
  case ExprKind::Name: return dump(*as<NameExpr>(*expr).name);
  case ExprKind::This: return "this";
  case ExprKind::Unary: {
    const UnaryExpr& e = as<UnaryExpr>(*expr);
    const bool post = e.op == UnaryOp::PostIncrement || e.op == UnaryOp::PostDecrement;
    return say("(", post ? "post" : "", spelling(e.op), " ", dump(e.operand), ")");
  }
  case ExprKind::Binary: {
    const BinaryExpr& e = as<BinaryExpr>(*expr);
    return say("(", spelling(e.op), " ", dump(e.left), " ", dump(e.right), ")");
  }
  case ExprKind::Assign: {
    const AssignExpr& e = as<AssignExpr>(*expr);
    return say("(", e.compound ? spelling(e.op) : "", "= ", dump(e.left), " ", dump(e.right), ")");
  }
  case ExprKind::Conditional: {
    const ConditionalExpr& e = as<ConditionalExpr>(*expr);
    return say("(? ", dump(e.condition), " ", dump(e.yes), " ", dump(e.no), ")");
  }
  case ExprKind::Call:
    return "(call " + dump(as<CallExpr>(*expr).callee) + all(as<CallExpr>(*expr).arguments) + ")";
  case ExprKind::Launch: {
    const LaunchExpr& e = as<LaunchExpr>(*expr);
    return "(launch " + optional(e.callee) + " [" + all(e.configuration) + " ]" + all(e.arguments) + ")";
  }
  case ExprKind::Subscript:
    return "([] " + dump(as<SubscriptExpr>(*expr).base) + " " + dump(as<SubscriptExpr>(*expr).index) + ")";
  case ExprKind::Member: {
    const MemberExpr& e = as<MemberExpr>(*expr);
    return say("(", e.arrow ? "->" : ".", " ", dump(e.base), " ", dump(*e.name), ")");
  }
  case ExprKind::Cast: {
    static constexpr const char* kStyles[] = {"cast", "static_cast", "reinterpret_cast", "const_cast"};
    const CastExpr& e = as<CastExpr>(*expr);
    return say("(", kStyles[static_cast<size_t>(e.style)], " ", dump(e.type), " ", dump(e.operand), ")");
  }
  case ExprKind::Construct: {
    const ConstructExpr& e = as<ConstructExpr>(*expr);
    return say("(make", e.braces ? "{} " : " ", dump(e.type), all(e.arguments), ")");
  }
  case ExprKind::InitList: {
    const InitListExpr& e = as<InitListExpr>(*expr);
    std::string out = "{";
    for (size_t i = 0; i < e.elements.size(); ++i)
      out +=
          say(" ", e.designators.empty() || e.designators[i].empty() ? "" : say(".", e.designators[i], "="),
              dump(e.elements[i]));
    return out + " }";
  }
  case ExprKind::SizeOf: {
    const SizeOfExpr& e = as<SizeOfExpr>(*expr);
    return say("(sizeof", e.pack ? "..." : "", " ", e.type ? dump(e.type) : dump(e.operand), ")");
  }
  case ExprKind::AlignOf: return "(alignof " + dump(as<AlignOfExpr>(*expr).type) + ")";
  case ExprKind::Lambda: {
    const LambdaExpr& e = as<LambdaExpr>(*expr);
    std::string out = "(lambda [";
    if (e.defaultCopy) out += " =";
    if (e.defaultReference) out += " &";
    for (const Capture& c : e.captures)
      out += say(" ", c.byReference ? "&" : "", c.isThis ? "this" : c.name, c.init ? "=" + dump(c.init) : "");
    return out + " ] " + dumpFunction(*e.function) + ")";
  }
  case ExprKind::Fold: {
    const FoldExpr& e = as<FoldExpr>(*expr);
    return say("(fold ", e.leftFold ? "left " : "right ", spelling(e.op), " ", optional(e.left), " ",
               optional(e.right), ")");
  }
  case ExprKind::Expand: return "(expand " + dump(as<ExpandExpr>(*expr).pattern) + ")";
  case ExprKind::Error: return "ERROR";
  }
  return "";
}

std::string dump(const Stmt* stmt) {
  if (!stmt) return "_";
  switch (stmt->kind) {
  case StmtKind::Empty: return "(empty)";
  case StmtKind::Expr: return dump(as<ExprStmt>(*stmt).expr);
  case StmtKind::Decl: {
    std::string out = all(as<DeclStmt>(*stmt).decls);
    return out.empty() ? "(nothing)" : out.substr(1);
  }
  case StmtKind::Block: return "{" + all(as<BlockStmt>(*stmt).body) + " }";
  case StmtKind::If: {
    const IfStmt& s = as<IfStmt>(*stmt);
    std::string out = s.isConstexpr ? "(if-constexpr " : "(if ";
    if (s.init) out += dump(s.init) + "; ";
    out += s.variable ? dump(s.variable) : optional(s.condition);
    return out + " " + dump(s.yes) + (s.no ? " " + dump(s.no) : "") + ")";
  }
  case StmtKind::For: {
    const ForStmt& s = as<ForStmt>(*stmt);
    return "(for" + unroll(s.unroll) + " " + dump(s.init) + " " + optional(s.condition) + " " +
           optional(s.step) + " " + dump(s.body) + ")";
  }
  case StmtKind::RangeFor: {
    const RangeForStmt& s = as<RangeForStmt>(*stmt);
    return "(for-each" + unroll(s.unroll) + " " + dump(static_cast<const Decl*>(s.variable)) + " " +
           optional(s.sequence) + " " + dump(s.body) + ")";
  }
  case StmtKind::While: {
    const WhileStmt& s = as<WhileStmt>(*stmt);
    return "(while" + unroll(s.unroll) + " " + (s.variable ? dump(s.variable) : optional(s.condition)) + " " +
           dump(s.body) + ")";
  }
  case StmtKind::Do:
    return "(do" + unroll(as<DoStmt>(*stmt).unroll) + " " + dump(as<DoStmt>(*stmt).body) + " " +
           dump(as<DoStmt>(*stmt).condition) + ")";
  case StmtKind::Switch:
    return "(switch " + dump(as<SwitchStmt>(*stmt).condition) + " " + dump(as<SwitchStmt>(*stmt).body) + ")";
  case StmtKind::Case: {
    const CaseStmt& s = as<CaseStmt>(*stmt);
    return "(case " + dump(s.value) + (s.last ? ".." + dump(s.last) : "") + " " + dump(s.body) + ")";
  }
  case StmtKind::Default: return "(default " + dump(as<DefaultStmt>(*stmt).body) + ")";
  case StmtKind::Break: return "(break)";
  case StmtKind::Continue: return "(continue)";
  case StmtKind::Return:
    return as<ReturnStmt>(*stmt).value ? "(return " + dump(as<ReturnStmt>(*stmt).value) + ")" : "(return)";
  case StmtKind::Asm: {
    const AsmStmt& s = as<AsmStmt>(*stmt);
    std::string out = say("(asm", s.isVolatile ? " volatile" : "", " \"", s.text, "\"");
    for (const auto& list : {s.outputs, s.inputs}) {
      out += " :";
      for (const AsmOperand& o : list)
        out +=
            say(" ", o.symbol.empty() ? "" : say("[", o.symbol, "]"), o.constraint, "(", dump(o.expr), ")");
    }
    return out + ")";
  }
  case StmtKind::Error: return "ERROR";
  }
  return "";
}

std::string dump(const Decl* decl) {
  const std::string name = decl->name ? dump(*decl->name) : "_";
  switch (decl->kind) {
  case DeclKind::Variable: {
    const VarDecl& v = as<VarDecl>(*decl);
    return say("(var ", name, v.pack ? "..." : "", specifiers(v.specifiers), templated(v),
               v.alignment ? " (align " + dump(v.alignment) + ")" : "", " ", dump(v.type),
               v.bitWidth ? " :" + dump(v.bitWidth) : "", initializer(v), ")");
  }
  case DeclKind::Function: return dumpFunction(as<FunctionDecl>(*decl));
  case DeclKind::Record: {
    const RecordDecl& r = as<RecordDecl>(*decl);
    std::string out = say("(", r.isUnion ? "union " : "struct ", name, templated(r),
                          r.alignment ? " (align " + dump(r.alignment) + ")" : "");
    for (const BaseClause& base : r.bases) out += " (base " + dump(base.type) + ")";
    return out + (r.isDefinition ? " {" + all(r.members) + " }" : "") + ")";
  }
  case DeclKind::Enum: {
    const EnumDecl& e = as<EnumDecl>(*decl);
    std::string out =
        say("(enum ", e.scoped ? "class " : "", name, e.underlying ? " : " + dump(e.underlying) : "");
    for (const Enumerator& one : e.enumerators)
      out += say(" ", one.name, one.value ? "=" + dump(one.value) : "");
    return out + ")";
  }
  case DeclKind::Alias:
    return say("(alias ", name, templated(*decl), " ", dump(as<AliasDecl>(*decl).type), ")");
  case DeclKind::Namespace: {
    const NamespaceDecl& n = as<NamespaceDecl>(*decl);
    return n.alias ? say("(namespace ", name, " = ", dump(*n.alias), ")")
                   : say("(namespace ", name, all(n.members), ")");
  }
  case DeclKind::Using:
    return say("(using ", as<UsingDecl>(*decl).isNamespace ? "namespace " : "", name, ")");
  case DeclKind::StaticAssert:
    return say("(static_assert ", dump(as<StaticAssertDecl>(*decl).condition), " \"",
               as<StaticAssertDecl>(*decl).message, "\")");
  case DeclKind::Friend: return "(friend)";
  }
  return "";
}

} // namespace banklab::lang::testing
