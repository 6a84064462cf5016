#pragma once

// The syntax tree: what was written, before anything is known of types. The parser makes it, semantic
// analysis walks it; a template's tree is walked once for each set of its arguments. Nodes live in an arena
// and are told apart by `kind`.

#include "lang/arena.hpp"
#include "lang/operators.hpp"
#include "lang/preprocess/source.hpp"
#include "lang/type.hpp"

namespace banklab::lang::syntax {

struct Expr;
struct Stmt;
struct Decl;
struct TypeName;
struct VarDecl;
struct FunctionDecl;
struct RecordDecl;
struct EnumDecl;

// ---------------------------------------------------------------- names

/// An argument in <…>: exactly one of the two is set. Where only semantics can tell (`f<N>` with N a name),
/// the parser decides by what it knows of the name. `expand`: followed by `...`.
struct TemplateArgument {
  TypeName* type = nullptr;
  Expr* expr = nullptr;
  bool expand = false;
  SourceRange range;
};

struct NamePart {
  std::string_view identifier; // an operator's is "operator+", "operator()", …; a conversion's "operator T";
                               // a destructor's "~T"
  SourceRange range;
  Expr* operand = nullptr; // of `decltype(…)`, which may stand first and has no identifier
  bool hasArguments = false;
  std::span<TemplateArgument> arguments;
  uint32_t symbol =
      0; // the identifier's Token::symbol, equal for equal names; 0 for operators and destructors
};

/// `a`, `::a`, `a::b<3>::c`.
struct Name {
  SourceRange range;
  bool global = false;
  std::span<NamePart> parts;      // never empty
  TypeName* conversion = nullptr; // the target, for "operator T"

  const NamePart& last() const { return parts.back(); }
  bool isPlain() const { return !global && parts.size() == 1 && !parts[0].hasArguments; }
};

// ---------------------------------------------------------------- types as written

enum class TypeForm : uint8_t {
  Builtin,
  Named,
  Auto,
  Decltype,
  Pointer,
  LValueReference,
  RValueReference,
  Array,
  Function,
  Record,
  Enum
};

/// A type, from the outside in: `const int (*p)[4]` is Pointer → Array(4) → Builtin const int.
struct TypeName {
  TypeForm form = TypeForm::Builtin;
  SourceRange range;
  uint8_t quals = 0;                // kConst | kVolatile on this level
  TypeKind builtin = TypeKind::Int; // Builtin
  Name* name = nullptr;             // Named (`typename` and elaborated `struct X` too)
  Expr* expr = nullptr;             // Decltype: the operand; Array: the length, null for []
  TypeName* inner = nullptr;        // Pointer, references, Array: the element; Function: the result
  std::span<VarDecl*> parameters;   // Function
  Decl* defined = nullptr;          // Record, Enum: defined on the spot (`struct { int a; } x;`)
  bool pack = false;                // `T...` in a parameter
  bool isDecltypeAuto = false;      // Auto: written `decltype(auto)`
  uint16_t height = 1;              // as Expr's, with the expressions inside
};

// ---------------------------------------------------------------- expressions

enum class ExprKind : uint8_t {
  Integer,
  Float,
  Bool,
  Null,
  String,
  Name,
  This,
  Unary,
  Binary,
  Assign,
  Conditional,
  Call,
  Launch,
  Subscript,
  Member,
  Cast,
  Construct,
  InitList,
  SizeOf,
  AlignOf,
  Lambda,
  Fold,
  Expand,
  Error,
};

struct Expr {
  ExprKind kind;
  SourceRange range; // from its first token to its last; parentheses around it not counted
  bool parenthesised = false;
  uint16_t height = 1; // of the tree below, at most kMaxHeight: walking it by recursion is safe
};
/// A chain is flat, as people and generators write it, and has no limit of its own: what walks a tree goes
/// along it in a loop. Chains are the left sides of binary operators (`a + b + …`), the last arms of `?:`
/// and the `else` of an `if`.
inline constexpr uint32_t kMaxHeight = 1000;

struct IntegerExpr : Expr {
  uint64_t value;
  TypeKind type;
}; // character literals too (Char)
struct FloatExpr : Expr {
  double value;
  TypeKind type;
}; // Float or Double
struct BoolExpr : Expr {
  bool value;
};
struct StringExpr : Expr {
  std::string_view value;
}; // escapes resolved, neighbours joined
struct NameExpr : Expr {
  Name* name;
};
struct UnaryExpr : Expr {
  UnaryOp op;
  Expr* operand;
};
struct BinaryExpr : Expr {
  BinaryOp op;
  Expr* left;
  Expr* right;
  SourceRange opRange;
};
struct AssignExpr : Expr {
  bool compound;
  BinaryOp op;
  Expr* left;
  Expr* right;
};
struct ConditionalExpr : Expr {
  Expr* condition;
  Expr* yes;
  Expr* no;
};
struct CallExpr : Expr {
  Expr* callee;
  std::span<Expr*> arguments;
};
/// `k<<<grid, block, shared, stream>>>(args)`; in a launch line of a fragment the callee may be missing.
struct LaunchExpr : Expr {
  Expr* callee;
  std::span<Expr*> configuration;
  std::span<Expr*> arguments;
};
struct SubscriptExpr : Expr {
  Expr* base;
  Expr* index;
};
struct MemberExpr : Expr {
  Expr* base;
  Name* name;
  bool arrow;
};
enum class CastStyle : uint8_t { C, Static, Reinterpret, Const };
struct CastExpr : Expr {
  CastStyle style;
  TypeName* type;
  Expr* operand;
};
/// `T(a, b)` and `T{a, b}`.
struct ConstructExpr : Expr {
  TypeName* type;
  std::span<Expr*> arguments;
  bool braces;
};
struct InitListExpr : Expr {
  std::span<Expr*> elements;
  std::span<std::string_view> designators;
}; // designators: empty, or one for each element ("" if none)
struct SizeOfExpr : Expr {
  TypeName* type;
  Expr* operand;
  bool pack;
}; // one of the two; pack: sizeof...(T)
struct AlignOfExpr : Expr {
  TypeName* type;
};
struct Capture {
  std::string_view name;
  SourceRange range;
  bool byReference;
  Expr* init;
  bool isThis;
};
struct LambdaExpr : Expr {
  bool defaultCopy;
  bool defaultReference;
  std::span<Capture> captures;
  FunctionDecl* function;
};
struct FoldExpr : Expr {
  BinaryOp op;
  Expr* left;
  Expr* right;
  bool leftFold;
}; // the side that is null is absent; the pack stands in the other
struct ExpandExpr : Expr {
  Expr* pattern;
}; // `pattern...`

// ---------------------------------------------------------------- statements

enum class StmtKind : uint8_t {
  Empty,
  Expr,
  Decl,
  Block,
  If,
  For,
  RangeFor,
  While,
  Do,
  Switch,
  Case,
  Default,
  Break,
  Continue,
  Return,
  Asm,
  Error,
};

struct Stmt {
  StmtKind kind;
  SourceRange range;
};

struct ExprStmt : Stmt {
  Expr* expr;
};
struct DeclStmt : Stmt {
  std::span<Decl*> decls;
};
struct BlockStmt : Stmt {
  std::span<Stmt*> body;
};
struct IfStmt : Stmt {
  bool isConstexpr;
  Stmt* init;
  Decl* variable;
  Expr* condition;
  Stmt* yes;
  Stmt* no;
}; // variable: `if (int x = …)`
enum class Unroll : uint8_t { None, Full, Count, Off };
struct UnrollHint {
  Unroll kind = Unroll::None;
  Expr* count = nullptr;
};
struct ForStmt : Stmt {
  Stmt* init;
  Expr* condition;
  Expr* step;
  Stmt* body;
  UnrollHint unroll;
};
struct RangeForStmt : Stmt {
  VarDecl* variable;
  Expr* sequence;
  Stmt* body;
  UnrollHint unroll;
};
struct WhileStmt : Stmt {
  Decl* variable;
  Expr* condition;
  Stmt* body;
  UnrollHint unroll;
};
struct DoStmt : Stmt {
  Stmt* body;
  Expr* condition;
  UnrollHint unroll;
};
struct SwitchStmt : Stmt {
  Expr* condition;
  Stmt* body;
};
struct CaseStmt : Stmt {
  Expr* value;
  Expr* last;
  Stmt* body;
}; // last: GNU ranges `case 1 ... 3`
struct DefaultStmt : Stmt {
  Stmt* body;
};
struct ReturnStmt : Stmt {
  Expr* value;
};
struct AsmOperand {
  std::string_view constraint;
  Expr* expr;
  std::string_view symbol;
};
struct AsmStmt : Stmt {
  bool isVolatile;
  std::string_view text;
  std::span<AsmOperand> outputs, inputs;
};

// ---------------------------------------------------------------- declarations

enum class DeclKind : uint8_t {
  Variable,
  Function,
  Record,
  Enum,
  Alias,
  Namespace,
  Using,
  StaticAssert,
  Friend
};

/// What stands in front of a declarator, as a set of flags.
enum Specifier : uint32_t {
  kStatic = 1u << 0,
  kExtern = 1u << 1,
  kConstexpr = 1u << 2,
  kInline = 1u << 3,
  kGlobal = 1u << 4,
  kDevice = 1u << 5,
  kHost = 1u << 6,
  kShared = 1u << 7,
  kConstant = 1u << 8,
  kManaged = 1u << 9,
  kExplicit = 1u << 10,
  kMutable = 1u << 11,
  kNoInline = 1u << 12,
  kForceInline = 1u << 13,
  kRestrict = 1u << 14,
  kVirtual = 1u << 15,
  kTypedef = 1u << 16,
  kGridConstant = 1u << 17,
  kFriend = 1u << 18, // a function that is defined in a type and belongs to the namespace around it
};

enum class TemplateParameterKind : uint8_t { Type, Value, Template };
struct TemplateParameter {
  TemplateParameterKind kind;
  std::string_view name; // may be empty
  SourceRange range;
  TypeName* type; // Value: its type; Type: its default
  Expr* value;    // Value: its default
  bool pack;
  uint32_t symbol; // the name's Token::symbol, 0 where there is none
};
/// `template <…>`; no parameters: an explicit specialisation (or, with no body, an explicit instantiation).
struct Template {
  SourceRange range;
  std::span<TemplateParameter> parameters;
  bool isInstantiation;
  Template* outer = nullptr; // `template <…> template <…>`: the one before; a member of a class template
};

struct Decl {
  DeclKind kind;
  SourceRange range;
  Name* name = nullptr; // null where there is none
  uint32_t specifiers = 0;
  Template* templated = nullptr;
  Expr* alignment = nullptr; // alignas(n), __align__(n)
};

enum class InitStyle : uint8_t { None, Copy, Paren, Brace };
struct VarDecl : Decl { // variables, parameters, fields
  TypeName* type = nullptr;
  InitStyle initStyle = InitStyle::None;
  std::span<Expr*> init;        // Copy: one; Brace: one InitList
  Expr* bitWidth = nullptr;     // fields
  std::span<NamePart> bindings; // `auto [a, b] = …`: the variable itself then has no name
  bool pack = false;            // parameter packs
};

struct MemberInit {
  Name* name;
  SourceRange range;
  std::span<Expr*> arguments;
  bool braces;
};
struct FunctionDecl : Decl {  // methods, constructors ("X"), destructors ("~X"), operators too
  TypeName* result = nullptr; // null: constructor, destructor, or a lambda that does not say
  std::span<VarDecl*> parameters;
  bool variadic = false, isConst = false, isDeleted = false, isDefaulted = false, isDefinition = false;
  bool isConstructor = false, isDestructor = false;
  std::span<MemberInit> memberInits;
  std::span<Expr*> launchBounds;       // __launch_bounds__(a, b)
  Stmt* body = nullptr;                // null: only declared; or host code, which is parsed over
  uint32_t bodyBegin = 0, bodyEnd = 0; // host code: its token range, for finding launches in it
};

struct BaseClause {
  TypeName* type;
  SourceRange range;
};
struct RecordDecl : Decl {
  bool isUnion = false, isDefinition = false, isPacked = false;
  std::span<BaseClause> bases;
  std::span<Decl*> members;
};
struct Enumerator {
  std::string_view name;
  SourceRange range;
  Expr* value;
};
struct EnumDecl : Decl {
  bool scoped = false, isDefinition = false;
  TypeName* underlying = nullptr;
  std::span<Enumerator> enumerators;
};
struct AliasDecl : Decl {
  TypeName* type = nullptr;
}; // typedef, using X = …
struct NamespaceDecl : Decl {
  std::span<Decl*> members;
  bool isInline = false;
  Name* alias = nullptr;
};
struct UsingDecl : Decl {
  bool isNamespace = false;
}; // using a::b; using namespace a;
struct StaticAssertDecl : Decl {
  Expr* condition = nullptr;
  std::string_view message;
};

// ---------------------------------------------------------------- the whole

/// A `// launch:` or `// input:` comment, or an option that stands for one (`range` is then empty).
struct LaunchLine {
  std::string_view text;
  SourceRange range;
  LaunchExpr* launch;
};
/// `codes[i] = (37 * i) % 256`: the buffer's name, the index's name, the value.
struct InputLine {
  std::string_view text;
  SourceRange range;
  std::string_view buffer, index;
  Expr* value;
};

/// Which way the host goes: `condition` must hold, or be one of a switch's `cases`; or, negated, must not.
struct HostGuard {
  Expr* condition = nullptr; // null: not read, so that nobody knows
  std::span<Expr*> cases;
  bool isNegated = false;
};
/// What the host does before it launches, in the order of the text: a declaration, or `name = value`, or
/// `name.member = value`, or `cudaMemcpyToSymbol(name, &value, …)`; or the place where a function's
/// parameters get their values; or a guard that all that follows stands under.
struct HostStep {
  Decl* decl = nullptr;
  std::string_view name, member;
  SourceRange range;
  Expr* value = nullptr;
  FunctionDecl* enters = nullptr;
  bool isCopy = false; // of the value to the program's own variable of that name, for kernels to read
  bool isGuard = false;
  std::span<HostGuard> guards; // of a guard: one; of an assignment in a block that closed: when it happens
};
/// A place in host code, where the host's own names mean something.
struct HostPlace {
  FunctionDecl* function = nullptr;       // around it, the innermost; null: not read
  std::string_view name;                  // under which it is called
  bool isLambda = false;                  // it knows all that stands before it
  bool isRepeated = false;                // it stands in a loop
  std::span<std::string_view> namespaces; // around it, outermost first; "" for one without a name
  std::span<HostStep> steps;
};
struct HostLaunch {
  LaunchLine line;
  HostPlace at;
};
/// A call of a function of the file's that launches, or that calls one that does.
struct HostCall {
  CallExpr* call;
  Name* callee;
  HostPlace at;
};

struct TranslationUnit {
  std::span<Decl*> decls;
  /// The statements with no kernel around them, when the text is a fragment.
  BlockStmt* fragment = nullptr;
  std::vector<LaunchLine> launches;
  std::vector<InputLine> inputs;
  std::vector<HostLaunch> hostLaunches;
  std::vector<HostCall> hostCalls;
  std::vector<std::string_view> hostCopies; // the program's own variables that the host copies something to
};

/// The node as what its kind says it is.
template <typename T, typename Base>
T& as(Base& node) {
  return static_cast<T&>(node);
}
template <typename T, typename Base>
const T& as(const Base& node) {
  return static_cast<const T&>(node);
}

} // namespace banklab::lang::syntax
