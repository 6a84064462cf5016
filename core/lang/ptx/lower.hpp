#pragma once

// `asm` statements: PTX to nodes of the typed tree, so that an instruction runs and is counted as if it were
// written in C++. Every register, those of %0, %1, … too, is a hidden local variable: inputs are copied in
// before the text runs, outputs copied out after it. A register holds bits; an instruction reads them as the
// type in its name. All nodes stand at the statement's place, so an access in the text is a site there.

#include "lang/matrix.hpp"
#include "lang/ptx/ptx.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

class PtxLowering {
public:
  PtxLowering(Sema& sema, const syntax::AsmStmt& stmt) : sema_(sema), stmt_(stmt), range_(stmt.range) {}
  /// Appends what the statement does; nothing after an error, which is reported at the statement.
  void run(std::vector<const Stmt*>& out);

private:
  using Statement = ptx::Statement;
  using Operand = ptx::Operand;
  using Node = const Expr*;
  using Handler = void (PtxLowering::*)(const Statement&);

  struct Register {
    const Variable* variable = nullptr;
    Node constant = nullptr; // in place of the variable: an input whose value is known
    bool isOutput = true;
  };
  /// The type in an instruction's name; `.f16x2` is two of f16.
  struct ElementType {
    TypeKind kind = TypeKind::Error;
    bool isPacked = false;
  };
  enum class Space : uint8_t { Generic, Shared, Global };

  // ---- lower.cpp: the statement
  void bindArguments(std::vector<const Stmt*>& after);
  void bindArgument(const syntax::AsmOperand& operand, bool isOutput, std::vector<const Stmt*>& after);
  void declare(const Statement& statement);
  void instruction(const Statement& statement);
  static Handler handlerOf(const Statement& statement);
  bool isRefused(const Statement& statement);
  Node fail(std::string message); // reports it and gives a harmless value
  Node notModelled(const Statement& statement);

  // ---- operands.cpp
  static std::optional<ElementType> elementType(std::string_view part);
  ElementType lastType(const Statement& statement);
  bool has(const Statement& statement, std::string_view part) const;
  /// Whether the instruction has nothing in its name but types and these words; reports what it has.
  bool allow(const Statement& statement, std::string_view words);
  bool takes(const Statement& statement, size_t least, size_t most);
  Register* find(const Operand& operand);
  Node special(std::string_view name);
  Node content(const Operand& operand); // as the register's own type
  Node read(const Operand& operand, TypeKind kind);
  Node predicate(const Operand& operand);
  Node fit(Node value, TypeKind kind); // the low bits of a register, as another type
  void write(const Operand& operand, Node value);
  std::optional<uint64_t> known(const Operand& operand);

  // ---- nodes.cpp
  const Type* type(TypeKind kind) const { return sema_.type(kind); }
  Node number(TypeKind kind, uint64_t bits) {
    return sema_.integer(kind, static_cast<int64_t>(bits), range_);
  }
  Node real(TypeKind kind, double value) { return sema_.constant({type(kind), 0, value}, range_); }
  Node cast(Node value, TypeKind kind) { return sema_.cast(value, type(kind), range_); }
  Node bits(Node value, TypeKind kind); // the same bits as a type of the same size
  Node op(BinaryOp op, Node left, Node right);
  Node compare(BinaryOp op, Node left, Node right);
  Node negate(Node value);
  Node invert(Node value);
  Node choose(Node condition, Node yes, Node no);
  Node call(Intrinsic what, TypeKind result, std::vector<Node> arguments);
  Node load(const Variable* variable) { return sema_.valueOf(sema_.reference(variable, range_)); }
  Node keep(Node value); // computed once, to be used several times
  Node element(const Variable* array, uint64_t index);
  void emit(Node effect) { out_->push_back(sema_.exprStmt(effect, range_)); }

  // ---- arithmetic.cpp
  void arithmetic(const Statement& statement);
  Node compute(std::string_view name, const Statement& statement, TypeKind kind, std::vector<Node> operands);
  Node real(std::string_view name, TypeKind kind, const std::vector<Node>& operands);
  Node whole(std::string_view name, TypeKind kind, const std::vector<Node>& operands);
  void widening(const Statement& statement);
  void setp(const Statement& statement);
  Node comparison(std::string_view how, TypeKind kind, Node left, Node right);
  void selp(const Statement& statement);

  // ---- convert.cpp
  void mov(const Statement& statement);
  void cvt(const Statement& statement);
  Node converted(const Statement& statement, Node value, TypeKind from, TypeKind to);
  Node half(Node packed, bool high, TypeKind kind);
  Node packed(Node low, Node high);

  // ---- bits.cpp
  void lop3(const Statement& statement);
  void prmt(const Statement& statement);
  void shf(const Statement& statement);
  void bitField(const Statement& statement);
  void countBits(const Statement& statement);
  void dotProduct(const Statement& statement);

  // ---- memory.cpp
  bool isShared(const Statement& statement) const;
  std::optional<Space> space(const Statement& statement);
  Node address(const Operand& operand, Space space, const Type* pointee);
  bool allowMemory(const Statement& statement, std::string_view words);
  uint32_t vectorLength(const Statement& statement);
  const Type* vectorOf(TypeKind kind, uint32_t count);
  const Variable* wideRegister(const Operand& operand);
  const Type* vectorFor(const Statement& statement, const Operand& registers, TypeKind kind, uint32_t count);
  void ld(const Statement& statement);
  void st(const Statement& statement);
  void atom(const Statement& statement);
  void cpAsync(const Statement& statement);
  void cvta(const Statement& statement);
  void isspacep(const Statement& statement);
  void nothing(const Statement& statement);
  void createpolicy(const Statement& statement);

  // ---- warp.cpp
  void shfl(const Statement& statement);
  void vote(const Statement& statement);
  void match(const Statement& statement);
  void redux(const Statement& statement);
  void activemask(const Statement& statement);
  void bar(const Statement& statement);
  void trap(const Statement& statement);

  // ---- matrix.cpp
  void ldmatrix(const Statement& statement);
  void stmatrix(const Statement& statement);
  void mma(const Statement& statement);
  std::vector<Operand> registersOf(const Operand& operand);

  Sema& sema_;
  const syntax::AsmStmt& stmt_;
  const SourceRange range_;
  std::vector<Register> arguments_;
  std::vector<std::unordered_map<std::string_view, Register>> scopes_;
  std::vector<const Stmt*>* out_ = nullptr;
  bool isBroken_ = false;
};

} // namespace banklab::lang::sema
