// What inline PTX and its C++ forms ask for beyond plain loads and stores: addresses of shared memory,
// asynchronous copies, matrices that a warp holds together.

#include "lang/message.hpp"
#include "simt/lowering.hpp"

namespace banklab::simt {

using namespace lang;

namespace {

/// The site of an access through a pointer: `&x` stands for x.
SourceRange siteRange(const Expr& pointer) {
  if (pointer.kind == ExprKind::Convert) return siteRange(*as<ConvertExpr>(pointer).operand);
  return pointer.kind == ExprKind::AddressOf ? as<AddressOfExpr>(pointer).place->range : pointer.range;
}

bank::Op matrixOp(bool loads, uint32_t count, bool transposed) {
  using bank::Op;
  static constexpr Op kOps[2][2][3] = {{{Op::StmatrixX1, Op::StmatrixX2, Op::StmatrixX4},
                                        {Op::StmatrixX1Trans, Op::StmatrixX2Trans, Op::StmatrixX4Trans}},
                                       {{Op::LdmatrixX1, Op::LdmatrixX2, Op::LdmatrixX4},
                                        {Op::LdmatrixX1Trans, Op::LdmatrixX2Trans, Op::LdmatrixX4Trans}}};
  return kOps[loads][transposed][count == 4 ? 2 : count == 2 ? 1 : 0];
}

} // namespace

Operand FunctionLowering::pointsInto(const IntrinsicExpr& expr, Target target) {
  const Operand given = value(*expr.arguments[0]);
  if (expr.intrinsic == Intrinsic::SharedPointer) {
    const Operand wide = compute(Opcode::U32ToI64, Kind::I64, {}, given);
    return addConstant(wide, static_cast<int64_t>(makePointer(kSharedWindow, 0)), target);
  }
  // The window's number: offsets reach half a window down.
  const Operand up = addConstant(given, int64_t{1} << (kWindowBits - 1));
  const Operand window = compute(Opcode::ShiftRightU64, Kind::I64, {}, up, module_.constant64(kWindowBits));
  if (expr.intrinsic == Intrinsic::IsGlobal)
    return compute(Opcode::LessEqualU64, Kind::I32, target, module_.constant64(kGlobalsWindow), window);
  const Window asked = expr.intrinsic == Intrinsic::IsShared ? kSharedWindow : kLocalWindow;
  return compute(Opcode::EqualI64, Kind::I32, target, window, module_.constant64(asked));
}

Operand FunctionLowering::copyAsync(const IntrinsicExpr& expr) {
  const auto bytes = static_cast<uint32_t>(as<ConstantExpr>(*expr.arguments[2]).bits);
  const Place at = pointerPlace(*expr.arguments[0], false);
  const Operand to = address(at);
  const Operand from = value(*expr.arguments[1]);
  const Operand isRead = value(*expr.arguments[3]);
  const uint32_t access =
      module_.access(siteRange(*expr.arguments[0]), AccessKind::Async, storeOp(bytes, bytes == 8 ? 8 : 4),
                     bytes, at.kind == Place::Kind::Shared ? at.variable : nullptr);
  code_.sites[code_.accesses[access].site].predictable = false;
  range_ = expr.range;
  Instruction& in = emit(Opcode::CopyAsync, isRead, to, from, access);
  in.type = static_cast<uint8_t>(bytes);
  in.flags = kFirstPiece;
  return makeOperand(Base::Frame, 0);
}

Operand FunctionLowering::matrix(const IntrinsicExpr& expr) {
  if (lanes_ != 32)
    module_.error(expr.range,
                  "matrix instructions of PTX need warps of 32 lanes; choose a machine that has them");
  if (expr.intrinsic == Intrinsic::MultiplyMatrices) {
    const auto table = static_cast<uint32_t>(code_.matrices.size());
    code_.matrices.push_back(MatrixForm::fromCode(as<ConstantExpr>(*expr.arguments[0]).bits));
    const Operand from = frameOperand(object(*expr.arguments[1]).offset);
    const Operand into = temporaryPlanes(planesOf(expr.type->size()));
    range_ = expr.range;
    emit(Opcode::MultiplyMatrices, into, from, 0, 0, table);
    return into;
  }
  const bool loads = expr.intrinsic == Intrinsic::LoadMatrix;
  const bool transposed = as<ConstantExpr>(*expr.arguments[1]).bits != 0;
  const uint32_t count = planesOf(loads ? expr.type->size() : expr.arguments[2]->type->size());
  const Operand row = value(*expr.arguments[0]);
  const Operand planes = loads ? temporaryPlanes(count) : frameOperand(object(*expr.arguments[2]).offset);
  const uint32_t access = module_.access(siteRange(*expr.arguments[0]), AccessKind::Matrix,
                                         matrixOp(loads, count, transposed), 16, nullptr);
  range_ = expr.range;
  Instruction& in = loads ? emit(Opcode::LoadMatrix, planes, row, 0, access, count)
                          : emit(Opcode::StoreMatrix, 0, row, planes, access, count);
  in.type = transposed;
  in.flags = kFirstPiece;
  return planes;
}

} // namespace banklab::simt
