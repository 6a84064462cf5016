// Another map from threads to elements: threadIdx.x and threadIdx.y change places in all that a kernel runs.
// What it does to addresses only a run can tell.

#include "analysis/fix/proposal.hpp"
#include "lang/message.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <map>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// Where the functions name the two coordinates as such; false where one is named in another way.
class Coordinates {
public:
  Coordinates(const Program& program, Rewrites& rewrites) : source_(*program.source), rewrites_(rewrites) {}

  bool collect(const Function& kernel) {
    std::vector<const Function*> functions{&kernel};
    for (size_t i = 0; i < functions.size(); ++i) {
      auto note = [&](const Expr& expr) {
        if (expr.kind == ExprKind::Call) {
          const Function* callee = as<CallExpr>(expr).callee;
          if (std::find(functions.begin(), functions.end(), callee) == functions.end())
            functions.push_back(callee);
        } else if (expr.kind == ExprKind::Intrinsic) {
          look(as<IntrinsicExpr>(expr));
        }
      };
      if (functions[i]->body)
        forEachExpression(*functions[i]->body, [&](const Expr& expr) { forEachNode(expr, note); });
    }
    return isGood_ && namesX_ && namesY_;
  }

private:
  void look(const IntrinsicExpr& expr) {
    const bool isX = expr.intrinsic == Intrinsic::ThreadIdxX, isY = expr.intrinsic == Intrinsic::ThreadIdxY;
    if (expr.intrinsic == Intrinsic::LaneId || expr.intrinsic == Intrinsic::ThreadIdxZ) isGood_ = false;
    if (!isX && !isY) return;
    (isX ? namesX_ : namesY_) = true;
    const std::string_view text = source_.text(expr.range);
    isGood_ =
        isGood_ && expr.range.end <= source_.text().size() && text == (isX ? "threadIdx.x" : "threadIdx.y");
    if (isGood_) rewrites_.add({expr.range.end - 1, expr.range.end}, isX ? "y" : "x");
  }

  const Source& source_;
  Rewrites& rewrites_;
  bool isGood_ = true, namesX_ = false, namesY_ = false;
};

} // namespace

void proposeThreadOrder(Bench& bench) {
  Rewrites rewrites = bench.rewrites();
  std::vector<const Function*> done;
  for (const LaunchRecord& record : bench.launches) {
    const bool uses =
        std::any_of(record.objects.begin(), record.objects.end(),
                    [&](const RecordedObject& object) { return bench.subject.liesIn(object.variable); });
    if (!uses) continue;
    const Dim3 block = record.launch->block;
    if (block.x != block.y || block.x < 2 || block.z != 1) return;
    const Function* kernel = record.launch->kernel.function;
    if (std::find(done.begin(), done.end(), kernel) != done.end()) continue;
    if (!Coordinates(bench.program, rewrites).collect(*kernel)) return;
    done.push_back(kernel);
  }
  if (done.empty() || !bench.haveAllLaunchesRun()) return; // another may have blocks that are not square
  for (const Function* kernel : done)
    if (!bench.reach.leftOut("threadIdx", kernel->range, 0).empty()) return;
  Prediction unknown;
  unknown.wavefronts = UINT64_MAX;
  bench.propose(Kind::ThreadOrder, "swap `threadIdx.x` and `threadIdx.y` in the kernel", rewrites, unknown,
                0);
}

} // namespace banklab::analysis::fix
