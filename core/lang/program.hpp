#pragma once

// The Program: the typed tree that semantic analysis makes and nobody changes after. Everything that C++
// leaves implicit is explicit here: conversions, loads, decay, `this`, references (they are pointers here),
// constructors (they are calls), overloads and templates (they are resolved: a Function is one instance).
// What the machine does not see has gone: names' lookup, const-ness of members, access.

#include "lang/arena.hpp"
#include "lang/diagnostic.hpp"
#include "lang/operators.hpp"
#include "lang/type.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace banklab::lang {

struct Function;
struct Expr;
struct Stmt;

enum class Storage : uint8_t {
  Local,         // one for each thread
  Parameter,     // likewise; a reference parameter has pointer type here
  Shared,        // __shared__, its place is in Kernel::shared
  DynamicShared, // extern __shared__ T x[]
  Global,        // __device__ at namespace scope, static members
  Constant,      // __constant__
};

struct Variable {
  std::string_view name; // "" for what analysis made itself
  const Type* type;
  Storage storage;
  SourceRange range;
  uint32_t
      index; // Local, Parameter: its number in Function::variables; Global, Constant: in Program::globals
  uint32_t align; // bytes, at least the type's
  bool
      implicit; // a shared array that a fragment only uses: `type` is T[kUnbounded] until its extent is known
  bool filled;  // shared: counts as written before the kernel starts (a fragment's arrays that it only reads)
  std::span<const std::byte> image; // Global, Constant: the first bytes; zeros follow
};

// ---------------------------------------------------------------- expressions

enum class ExprKind : uint8_t {
  // lvalues: they name a place. Their type is the type of what is there, never a reference.
  Variable,
  Deref,
  Index,
  Field,
  // values
  Constant,
  Load,
  Convert,
  Unary,
  Binary,
  Logical,
  Conditional,
  Assign,
  CompoundAssign,
  Increment,
  AddressOf,
  PointerAdd,
  PointerDifference,
  Call,
  Intrinsic,
  Aggregate,
  Comma,
};

/// `range` is what the reader wrote. An access site's range is that of its lvalue.
struct Expr {
  ExprKind kind;
  const Type* type;
  SourceRange range;
};

/// Integers, bool, enums and pointers as their bits, sign-extended to 64; float and double in `real`.
struct ConstantExpr : Expr {
  uint64_t bits;
  double real;
};
struct VariableExpr : Expr {
  const Variable* variable;
};
struct DerefExpr : Expr {
  const Expr* pointer;
};
/// `base` is an lvalue of array type and `index` an integer that is checked against the array's length.
struct IndexExpr : Expr {
  const Expr* base;
  const Expr* index;
};
/// `base` is an lvalue of record type (a base class is a field too). `offset` in bytes.
struct FieldExpr : Expr {
  const Expr* base;
  uint64_t offset;
  std::string_view name;
  uint8_t bitOffset, bitWidth;
}; // bitWidth 0: no bit-field
/// Reads an lvalue: of scalar type, or a whole record (in pieces). Arrays are never loaded whole but within
/// records. Reading an Assign, CompoundAssign or prefix Increment gives the value just stored and is no
/// access of its own.
struct LoadExpr : Expr {
  const Expr* place;
};
/// Between arithmetic types, enums, bool (`!= 0`), pointers and integers, pointers and pointers (bits stay);
/// to void (value dropped).
struct ConvertExpr : Expr {
  const Expr* operand;
};
/// Negate, Not (bool → bool), BitNot; the operand has the node's type.
struct UnaryExpr : Expr {
  UnaryOp op;
  const Expr* operand;
};
/// Arithmetic: both operands have the node's type (shifts: the left one). Comparisons: both operands the same
/// type, the node bool.
struct BinaryExpr : Expr {
  BinaryOp op;
  const Expr* left;
  const Expr* right;
};
/// && and || on bools; the right side runs only for the lanes that need it.
struct LogicalExpr : Expr {
  bool isAnd;
  const Expr* left;
  const Expr* right;
};
/// Both arms values of the node's type, or both lvalues (the node then is one: see isLvalue).
struct ConditionalExpr : Expr {
  const Expr* condition;
  const Expr* yes;
  const Expr* no;
};
/// Stores a value of the lvalue's type (a record too). As an expression it is the lvalue, whose place is
/// computed once.
struct AssignExpr : Expr {
  const Expr* place;
  const Expr* value;
};
/// `place op= value`: load, convert to `computeType`, apply, convert back, store. For pointers: Add and
/// Subtract, value an integer.
struct CompoundAssignExpr : Expr {
  BinaryOp op;
  const Type* computeType;
  const Expr* place;
  const Expr* value;
};
/// ++ and --. Prefix: an lvalue, postfix: the old value. Pointers move by elements.
struct IncrementExpr : Expr {
  bool decrement;
  bool prefix;
  const Expr* place;
};
/// A pointer to an lvalue; decay of an array too (the type then is a pointer to its element).
struct AddressOfExpr : Expr {
  const Expr* place;
};
/// pointer + index elements (index an integer, negative too).
struct PointerAddExpr : Expr {
  const Expr* pointer;
  const Expr* index;
  bool subtract;
};
/// In elements, type long.
struct PointerDifferenceExpr : Expr {
  const Expr* left;
  const Expr* right;
};
/// References and `this` are passed as pointers. A function that returns a reference returns a pointer.
struct CallExpr : Expr {
  const Function* callee;
  std::span<const Expr* const> arguments;
};
enum class Intrinsic : uint16_t {
#define INTRINSIC(name, arguments) name,
#include "lang/intrinsic.def"
#undef INTRINSIC
};
/// `resultUsed`: whether anybody looks at the value (an atomic whose result is unused may merge lanes).
struct IntrinsicExpr : Expr {
  Intrinsic intrinsic;
  std::span<const Expr* const> arguments;
  bool resultUsed;
};
/// A record or array value from parts; the bytes between them are zero.
struct AggregatePart {
  uint64_t offset;
  const Expr* value;
};
struct AggregateExpr : Expr {
  std::span<const AggregatePart> parts;
};
/// left for its effect, then right (an lvalue if right is one).
struct CommaExpr : Expr {
  const Expr* left;
  const Expr* right;
};

/// Whether the node names a place (Load reads it, AddressOf takes it).
bool isLvalue(const Expr& expr);

// ---------------------------------------------------------------- statements

enum class StmtKind : uint8_t { Expr, Declare, Block, If, Loop, Switch, Break, Continue, Return };

struct Stmt {
  StmtKind kind;
  SourceRange range;
};
struct ExprStmt : Stmt {
  const Expr* expr;
};
/// The variable's life begins here; `init` is a value of its type (record and array types: an Aggregate or
/// any record value) or null (indeterminate; constructors are called by statements that follow).
struct DeclareStmt : Stmt {
  const Variable* variable;
  const Expr* init;
};
struct BlockStmt : Stmt {
  std::span<const Stmt* const> body;
};
struct IfStmt : Stmt {
  const Expr* condition;
  const Stmt* yes;
  const Stmt* no;
}; // no may be null
/// for, while, do. `condition` null: always. `testFirst` false: do. `continue` goes to `step`. `unroll`: 0
/// nothing said, 1 forbidden, n > 1 that many, UINT32_MAX wholly.
struct LoopStmt : Stmt {
  const Expr* condition;
  const Stmt* body;
  const Expr* step;
  bool testFirst;
  uint32_t unroll;
};
/// `labels[i]` starts at body[labels[i].at]; control falls through to the end or a break. The condition is an
/// integer.
struct SwitchLabel {
  bool isDefault;
  int64_t first, last;
  uint32_t at;
};
struct SwitchStmt : Stmt {
  const Expr* condition;
  std::span<const SwitchLabel> labels;
  std::span<const Stmt* const> body;
};
struct ReturnStmt : Stmt {
  const Expr* value;
}; // null in void functions
// Break and Continue are plain Stmt.

// ---------------------------------------------------------------- functions, launches, the whole

struct Function {
  std::string_view name; // "tile<32>::load" as people write it
  SourceRange range;
  const Type* result;                      // never a reference
  std::vector<const Variable*> parameters; // `this` first, for methods
  std::vector<const Variable*> variables;  // parameters first, then every local, hidden ones too
  const Stmt* body = nullptr;
};

struct SharedObject {
  const Variable* variable;
  uint64_t offset;
}; // bytes from the start of the block's shared memory

struct Kernel {
  const Function* function = nullptr;
  /// Every shared variable that the kernel or a function below it names, at the place that CUDA gives it;
  /// dynamic arrays all begin at staticBytes rounded up to their alignment.
  std::vector<SharedObject> shared;
  uint64_t staticBytes = 0;
  uint32_t maxThreads = 0; // __launch_bounds__; 0: not said
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
};

/// A kernel's argument: a value's bytes (little endian, as in memory), or a place in a named buffer of global
/// memory.
struct Argument {
  bool isBuffer = false;
  uint32_t buffer = 0;
  uint64_t offset = 0;
  std::vector<std::byte> value;
  /// A record's members that point to buffers: the byte of `value` at which the pointer lies, the buffer.
  struct Pointer {
    uint64_t at;
    uint32_t buffer;
  };
  std::vector<Pointer> pointers;
};

/// Global memory as a launch names it: `out`, `in`; each its own, as long as needed, filled as asked.
struct Buffer {
  std::string name;
  const Type* element = nullptr; // what the parameter points to
  const Variable* inputIndex =
      nullptr; // `// input: a[i] = f(i)`: i, and f(i) with a value of `element`'s type; null where none
  const Expr* input = nullptr;
  uint32_t inputNodes = 0; // of which it is made
};

struct Launch {
  std::string text;  // as written, or as assumed
  SourceRange range; // empty for what was assumed or given by an option
  Kernel kernel;
  Dim3 grid, block;
  uint64_t dynamicSharedBytes = 0;
  std::vector<Argument> arguments; // one for each parameter
  std::vector<Buffer> buffers;
  struct Copy {
    const Variable* to; // one of Program::globals
    std::vector<std::byte> bytes;
    bool operator==(const Copy&) const = default;
  };
  std::vector<Copy> copies;             // what the host puts into the program's own variables before
  std::vector<std::string> assumptions; // what was assumed to make it run
  std::vector<std::string> otherKnobs;  // that only other launches take
  bool isHosts = false;                 // it stands in host code, which fills its buffers
  bool isInvented =
      false; // its configuration, or what it passes, is our guess: nothing it meets is the text's
};

/// A number the reader may turn: compiled in as a constant.
struct Knob {
  std::string name;
  int64_t value = 0, min = 0, max = 0;
  bool isFloat = false;
  double real = 0;
};

/// Units of work that the analysis of a program may take, many times what the largest files take.
inline constexpr uint32_t kMaxWork = 600'000;

struct Program {
  std::unique_ptr<Source> source;
  std::unique_ptr<Arena> arena;
  std::unique_ptr<TypeTable> types;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<const Variable*> globals;
  std::vector<Launch> launches;
  std::vector<Knob> knobs;
  /// Names of CompileOptions::settings that neither a knob nor a macro took; none after an error.
  std::vector<std::string> unusedSettings;
  std::vector<Diagnostic> diagnostics; // of the text itself; those of a run are the run's
  uint32_t launchesNotRun = 0;         // of the host's, each with a diagnostic that says why
  uint32_t kernelsNotRun = 0;          // of which no launch runs, likewise
  bool isFragment = false;
  uint32_t work = 0; // units that the analysis took: expressions, types, scopes, candidates looked at

  bool hasErrors() const;
};

template <typename T>
const T& as(const Expr& expr) {
  return static_cast<const T&>(expr);
}
template <typename T>
const T& as(const Stmt& stmt) {
  return static_cast<const T&>(stmt);
}

} // namespace banklab::lang
