// Where CUDA puts __shared__ objects.
//
// The rule, observed with nvcc 13.0 (ptxas, sm_80) from the addresses in the machine code of
// kernels that declare objects of many sizes and alignments in many orders:
//   - An object that the kernel does not name, itself or through a function below it, takes no place.
//   - The others stand one after another, each at the next multiple of its alignment; nothing is sorted by
//   size or name.
//   - Within one function: the objects of the outermost block in the order of declaration, then those of its
//   first
//     inner block, then what is nested in that, and so on: blocks count in the order in which they open.
//   - Objects at namespace scope and those of functions come in the order of the definitions in the file.
//   Instances of
//     templates and methods follow the function that first uses them, each behind the instances that it uses
//     itself. (A function that is not inlined, `__noinline__`, comes after the kernel's own.)
//   - All `extern __shared__` arrays begin at one place: the end of the static objects, rounded up to 16
//   bytes, or to
//     the greatest alignment that one of them asks for.

#include "lang/sema/sema.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <set>

namespace banklab::lang::sema {

namespace {

uint64_t roundUp(uint64_t value, uint64_t step) { return (value + step - 1) / step * step; }

} // namespace

void Sema::placeShared(Kernel& kernel) {
  // Functions below the kernel, in the order in which they are first used.
  struct Uses {
    std::vector<const Variable*> shared;
    std::vector<const Function*> callees;
  };
  std::unordered_map<const Function*, Uses> uses;
  std::vector<const Function*> reached{kernel.function};
  for (size_t i = 0; i < reached.size(); ++i) {
    Uses& own = uses[reached[i]];
    std::vector<const Function*> callees;
    const auto note = [&](const Expr& expr) {
      if (expr.kind == ExprKind::Variable) {
        const Variable* variable = as<VariableExpr>(expr).variable;
        if (variable->storage == Storage::Shared || variable->storage == Storage::DynamicShared)
          own.shared.push_back(variable);
      } else if (expr.kind == ExprKind::Call) {
        callees.push_back(as<CallExpr>(expr).callee);
      }
    };
    if (reached[i]->body) forEachNode(*reached[i]->body, note);
    own.callees = callees;
    for (const Function* callee : callees)
      if (std::find(reached.begin(), reached.end(), callee) == reached.end()) reached.push_back(callee);
  }

  // Entities in the order of emission: definitions by their place, what is made on demand behind its first
  // user.
  std::vector<FunctionEntity*> order;
  std::set<const FunctionEntity*> seen;
  const auto entityOf = [&](const Function* function) -> FunctionEntity* {
    const auto at = entityOf_.find(function);
    return at == entityOf_.end() ? nullptr : at->second;
  };
  std::vector<FunctionEntity*> defined;
  for (const Function* function : reached)
    if (FunctionEntity* entity = entityOf(function);
        entity && (!entity->isOnDemand || function == kernel.function))
      defined.push_back(entity);
  std::stable_sort(defined.begin(), defined.end(), [](const FunctionEntity* a, const FunctionEntity* b) {
    return a->definitionBegin < b->definitionBegin;
  });
  const auto emitOnDemand = [&](FunctionEntity* user, int depth, const auto& self) -> void {
    if (depth > 200) return;
    for (const Function* callee : uses[user->function].callees) {
      FunctionEntity* entity = entityOf(callee);
      if (!entity || !entity->isOnDemand || !seen.insert(entity).second) continue;
      self(entity, depth + 1, self);
      order.push_back(entity);
    }
  };
  for (FunctionEntity* entity : defined) {
    if (!seen.insert(entity).second) continue;
    order.push_back(entity);
    emitOnDemand(entity, 0, emitOnDemand);
  }
  std::unordered_map<const FunctionEntity*, size_t> rank;
  for (size_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  std::vector<const Variable*> objects;
  for (const Function* function : reached)
    for (const Variable* variable : uses[function].shared)
      if (std::find(objects.begin(), objects.end(), variable) == objects.end()) objects.push_back(variable);
  // A namespace-scope object stands before the first function that is defined behind it.
  const auto key = [&](const Variable* variable) {
    const LayoutKey& layout = sharedKeys_.at(variable);
    size_t first = 0;
    if (layout.function) {
      first = rank.count(layout.function) ? rank[layout.function] * 2 + 1 : order.size() * 2 + 1;
    } else {
      while (first < order.size() &&
             (order[first]->isOnDemand || order[first]->definitionBegin < layout.begin))
        ++first;
      first *= 2;
    }
    const bool isApart = layout.function && layout.function->decl &&
                         layout.function->function != kernel.function &&
                         (layout.function->decl->specifiers & syntax::kNoInline);
    return std::tuple(isApart, first, layout.block, layout.order);
  };
  std::stable_sort(objects.begin(), objects.end(),
                   [&](const Variable* a, const Variable* b) { return key(a) < key(b); });

  uint64_t end = 0;
  uint64_t dynamicAlign = 16;
  for (const Variable* variable : objects) {
    if (variable->storage == Storage::DynamicShared) {
      dynamicAlign = std::max<uint64_t>(dynamicAlign, variable->align);
      continue;
    }
    // How long an array is that a fragment only uses shows when it runs: it comes last.
    if (variable->implicit) continue;
    end = roundUp(end, variable->align);
    kernel.shared.push_back({variable, end});
    end += variable->type->size();
  }
  kernel.staticBytes = end;
  const uint64_t dynamic = roundUp(end, dynamicAlign);
  for (const Variable* variable : objects)
    if (variable->storage == Storage::DynamicShared || variable->implicit)
      kernel.shared.push_back({variable, dynamic});
}

} // namespace banklab::lang::sema
