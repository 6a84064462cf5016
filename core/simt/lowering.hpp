#pragma once

// What the files lower_*.cpp share: from the typed tree to code. Used by lower() alone.

#include "simt/address.hpp"
#include "simt/code.hpp"
#include "simt/known_bits.hpp"

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace banklab::simt {

/// How a value lies in registers.
enum class Kind : uint8_t { None, I32, I64, F32, F64, Object };
Kind kindOf(const lang::Type* type);
/// An enum's underlying type, else the type itself; without qualifiers.
const lang::Type* scalarType(const lang::Type* type);
MemoryType memoryTypeOf(const lang::Type* scalar);
bool isSigned(const lang::Type* type);
/// Bytes of the first scalar at this byte of an object, 0 where there is none.
uint32_t leafSizeAt(const lang::Type* type, uint64_t offset);

inline constexpr Operand kNoOperand = UINT32_MAX;

/// Where a value should go. Masked: other lanes keep what they have.
struct Target {
  Operand reg = kNoOperand;
  bool masked = false;
  explicit operator bool() const { return reg != kNoOperand; }
};

/// Where an lvalue lies.
struct Place {
  enum class Kind : uint8_t {
    Register, // a scalar variable in its register form
    Frame,    // planes of the frame, at a byte offset that is known
    Local,    // the frame, at `reg` + offset bytes
    Shared,   // shared memory, at `reg` + offset bytes (no reg: offset alone)
    Pointer,  // wherever the pointer in `reg` points, + offset
  };
  Kind kind = Kind::Register;
  Operand reg = kNoOperand;
  int64_t offset = 0;
  const lang::Variable* variable = nullptr; // the root, where the expression names it
  uint8_t bitOffset = 0, bitWidth = 0;
  Known known; // of its address in memory
};

/// What the body of a function does with its variables.
struct VariableUse {
  std::unordered_set<const lang::Variable*> addressTaken, written;
};
VariableUse scanVariables(const lang::Function& function);

/// What all functions of a launch share.
class Lowering {
public:
  Lowering(const lang::Program& program, const lang::Launch& launch, const SharedLayout& layout,
           uint32_t lanes);
  void run();

  const lang::Program& program;
  const lang::Launch& launch;
  const uint32_t lanes;
  const KnownBits known;
  Code code;

  Operand constant32(uint32_t bits);
  Operand constant64(uint64_t bits);
  /// Its index in Code::functions. A known header's function is lowered for each place that calls it, and all
  /// that it does stands at that place.
  uint32_t function(const lang::Function* callee, lang::SourceRange place);
  /// The place in the reader's text for one that may lie in a known header.
  lang::SourceRange visible(lang::SourceRange range);
  uint32_t access(lang::SourceRange range, AccessKind kind, bank::Op op, uint32_t bytes,
                  const lang::Variable* shared, Known address = {});
  /// Its index in Code::branches.
  uint32_t branch(lang::SourceRange range, BranchKind kind);
  const SharedObject* sharedObject(const lang::Variable* variable) const;
  uint64_t globalOffset(const lang::Variable* variable) const;
  void error(lang::SourceRange range, std::string message);

private:
  void sortSites();

  const SharedLayout& layout_;
  std::unordered_map<uint64_t, Operand> constants32_, constants64_;
  struct Job {
    const lang::Function* function;
    lang::SourceRange caller; // of a known header's function: the place in the reader's text that calls it
  };
  std::map<std::pair<const lang::Function*, uint64_t>, uint32_t> functions_; // by the caller's place too
  std::vector<Job> queue_;
  lang::SourceRange caller_, place_; // of the function in work; the last place in the reader's text
  std::map<std::tuple<uint64_t, AccessKind, bank::Op>, uint32_t> sites_;
  std::map<std::pair<uint64_t, BranchKind>, uint32_t> branches_;
  std::vector<uint64_t> globalOffsets_;
};

/// Where each of Program::globals lies within the globals' window.
std::vector<uint64_t> layoutGlobals(const lang::Program& program);

class FunctionLowering {
public:
  FunctionLowering(Lowering& module, const lang::Function& function, uint32_t index);
  void run();

private:
  using Label = uint32_t;

  // Emitting.
  Instruction& emit(Opcode opcode, Operand dst = 0, Operand a = 0, Operand b = 0, Operand c = 0,
                    uint32_t imm = 0);
  Operand compute(Opcode opcode, Kind result, Target target, Operand a, Operand b = 0, Operand c = 0,
                  uint32_t imm = 0);
  Operand moved(Operand value, Kind kind, Target target); // to the target, where there is one
  Operand temporary(Kind kind);
  Operand temporaryPlanes(uint32_t planes);
  uint32_t maskSlots(uint32_t count);
  Label newLabel();
  void bind(Label label);
  void patch();

  // Statements.
  void prologue();
  void declareVariables();
  void statement(const lang::Stmt& stmt);
  void declare(const lang::DeclareStmt& stmt);
  void ifStatement(const lang::IfStmt& stmt);
  void onlyBranch(const lang::IfStmt& stmt, Operand condition);
  void loop(const lang::LoopStmt& stmt);
  void switchStatement(const lang::SwitchStmt& stmt);
  void leave(uint32_t slot, Label to);
  void returnStatement(const lang::ReturnStmt& stmt);

  // Values.
  Operand value(const lang::Expr& expr, Target target = {});
  void effect(const lang::Expr& expr);
  Operand constant(const lang::ConstantExpr& expr);
  Operand convert(Operand from, const lang::Type* fromType, const lang::Type* toType, Target target);
  Operand unary(const lang::UnaryExpr& expr, Target target);
  Operand binary(lang::BinaryOp op, const lang::Type* type, Operand left, Operand right,
                 const lang::Type* rightType, Target target);
  Operand wrapped(Operand value, const lang::Type* type, Target target);
  Operand binaryChain(const lang::BinaryExpr& expr, Target target);
  Operand logical(const lang::LogicalExpr& expr);
  const lang::Expr& effects(const lang::CommaExpr& expr);
  Operand conditional(const lang::ConditionalExpr& expr, Target target);
  Operand call(const lang::CallExpr& expr, Target target);
  Operand pointerAdd(Operand pointer, const lang::Expr& index, uint64_t bytes, bool subtract, Target target);
  Operand addConstant(Operand pointer, int64_t bytes, Target target = {});
  Operand condition(const lang::Expr& expr); // 0 or 1
  template <typename Yes, typename No>
  void branch(Operand condition, const lang::Expr& on, BranchKind kind, Yes yes, No no);
  struct Branch {
    uint32_t slot;
    Label outer, otherwise, end;
    lang::SourceRange range;
  };
  Branch beginBranch(Operand condition, const lang::Expr& on, BranchKind kind);
  void elseBranch(const Branch& branch);
  void endBranch(const Branch& branch);

  /// Counts nesting, of which a program may have only so much; true, with a message, where it has more.
  class Depth {
  public:
    explicit Depth(FunctionLowering& lowering) : lowering_(lowering) { ++lowering_.depth_; }
    ~Depth() { --lowering_.depth_; }
    bool isTooGreat(lang::SourceRange range) const;

  private:
    FunctionLowering& lowering_;
  };

  // Intrinsics.
  Operand intrinsic(const lang::IntrinsicExpr& expr, Target target);
  Operand mathFunction(const lang::IntrinsicExpr& expr, Target target);
  Operand bitCast(const lang::IntrinsicExpr& expr, Target target);
  Operand atomic(const lang::IntrinsicExpr& expr, Target target);
  Operand warpWide(const lang::IntrinsicExpr& expr, Target target);
  Operand barrier(const lang::IntrinsicExpr& expr, Target target);
  Operand pointsInto(const lang::IntrinsicExpr& expr, Target target);
  Operand matrix(const lang::IntrinsicExpr& expr);
  Operand copyAsync(const lang::IntrinsicExpr& expr);

  // Places.
  Place place(const lang::Expr& expr, bool addressOnly = false);
  Place barePlace(const lang::Expr& expr, bool addressOnly);
  Place variablePlace(const lang::Variable& variable);
  Place indexPlace(const lang::IndexExpr& expr, bool addressOnly);
  Place pointerPlace(const lang::Expr& pointer, bool addressOnly);
  Place stepped(Place base, const lang::Expr& index, uint64_t elementBytes, bool subtract,
                const IndexCheck* check);
  Operand address(const Place& place, Target target = {});
  Operand load(const Place& place, const lang::Type* type, lang::SourceRange range, Target target = {});
  void store(const Place& place, const lang::Type* type, Operand value, lang::SourceRange range);
  Operand loadScalar(const Place& place, MemoryType type, lang::SourceRange range, bank::Op op,
                     uint32_t bytes, bool first, Target target);
  void storeScalar(const Place& place, MemoryType type, Operand value, lang::SourceRange range, bank::Op op,
                   uint32_t bytes, bool first);
  bool isDirect(const Place& place, const lang::Type* type) const;
  Operand frameOperand(int64_t byteOffset) const;

  // `stored`: where to say the value just stored, where it lies in a register; null where nobody asks.
  Place assign(const lang::AssignExpr& expr, Operand* stored = nullptr);
  Place compoundAssign(const lang::CompoundAssignExpr& expr, Operand* stored = nullptr);
  Operand justStored(const lang::Expr& expr, Target target);
  Place increment(const lang::IncrementExpr& expr, Operand* old);

  // Objects: records and arrays, in planes of the frame.
  Place object(const lang::Expr& expr);
  void objectInto(const lang::Expr& expr, const Place& to, lang::SourceRange range);
  void aggregateInto(const lang::AggregateExpr& expr, const Place& to);
  void copyObject(const Place& from, const Place& to, const lang::Type* type, lang::SourceRange fromRange,
                  lang::SourceRange toRange);

  Lowering& module_;
  Code& code_;
  const lang::Function& function_;
  const uint32_t index_;
  const uint32_t lanes_;
  VariableUse use_;

  struct Home {
    bool inMemory;   // as it lies in memory, else in its register form
    Operand operand; // the first plane
  };
  std::unordered_map<const lang::Variable*, Home> storage_;
  std::unordered_map<const lang::Variable*, Operand> arrival_; // parameters that are stored to memory first
  uint32_t planes_ = 0, planesMax_ = 0;
  uint32_t slots_ = 1, slotsMax_ = 1;
  uint32_t resultPlanes_ = 0;
  std::vector<uint32_t> labels_;
  lang::SourceRange range_;
  uint32_t depth_ = 0;
  bool isTooDeep_ = false; // which is said once

  // The innermost constructs.
  Label join_ = 0;
  uint32_t breakSlot_ = 0, continueSlot_ = 0;
  uint32_t leaves_ = 0; // how many break, continue, return and calls were lowered: lanes may be missing after
  std::vector<BarrierCode::Guard> guards_;
};

/// Lanes for which the condition holds go through `yes`, the others through `no`.
template <typename Yes, typename No>
void FunctionLowering::branch(Operand cond, const lang::Expr& on, BranchKind kind, Yes yes, No no) {
  const Branch open = beginBranch(cond, on, kind);
  yes();
  elseBranch(open);
  no();
  endBranch(open);
}

inline uint32_t planesOf(uint64_t bytes) { return static_cast<uint32_t>((bytes + 3) / 4); }
inline bool isWide(Kind kind) { return kind == Kind::I64 || kind == Kind::F64; }

/// The op of a load or store of this width; 8-byte scalars have names of their own.
bank::Op loadOp(uint32_t bytes, uint32_t leafBytes);
bank::Op storeOp(uint32_t bytes, uint32_t leafBytes);

} // namespace banklab::simt
