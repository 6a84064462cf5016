// What the host puts into the program's own variables, `__constant__` ones mostly, before a launch.

#include "lang/message.hpp"
#include "lang/sema/host.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::lang::sema {

/// `cudaMemcpyToSymbol(name, &value, …)`: the value, where it is one of the host's that is known.
void Sema::hostCopy(const syntax::HostStep& step, HostNames& names) {
  const Symbol* to = lookup(step.name);
  if (!to || to->kind != SymbolKind::Variable || !to->variable) return;
  std::erase_if(names.copies, [&](const Launch::Copy& copy) { return copy.to == to->variable; });
  for (const syntax::HostGuard& guard : step.guards)
    if (!hostTakes(guard).value_or(false)) return;
  if (!step.value || step.value->kind != syntax::ExprKind::Name) return;
  const Symbol* from = lookup(*syntax::as<syntax::NameExpr>(*step.value).name, true);
  if (!from || from->kind != SymbolKind::Variable || !from->variable || from->isHost) return;
  const auto image = from->variable->image;
  if (image.empty() || from->type->size() > to->type->size()) return;
  names.copies.push_back({to->variable, {image.begin(), image.end()}});
}

/// The kernel's variables that the host copies something to of which nothing is known.
void Sema::assumeCopies(Launch& launch) {
  std::vector<const Variable*> read;
  std::vector<const Function*> reached{launch.kernel.function};
  for (size_t i = 0; i < reached.size(); ++i) {
    const auto addTo = [](auto& all, auto* one) {
      if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
    };
    const auto note = [&](const Expr& expr) {
      if (expr.kind == ExprKind::Call) addTo(reached, as<CallExpr>(expr).callee);
      if (expr.kind == ExprKind::Variable) addTo(read, as<VariableExpr>(expr).variable);
    };
    if (reached[i]->body) forEachNode(*reached[i]->body, note);
  }
  for (const Variable* variable : read) {
    const auto isIt = [&](const Launch::Copy& copy) { return copy.to == variable; };
    if (variable->storage != Storage::Constant && variable->storage != Storage::Global) continue;
    if (std::count(unit_.hostCopies.begin(), unit_.hostCopies.end(), variable->name) == 0 ||
        std::any_of(launch.copies.begin(), launch.copies.end(), isIt))
      continue;
    std::vector<std::byte> bytes(variable->type->size());
    std::copy(variable->image.begin(), variable->image.end(), bytes.begin());
    const Type* type = variable->type->unqualified;
    const bool isFilled = variable->image.empty() && !type->is(TypeKind::Array);
    if (isFilled) fillUnknown(type, bytes);
    assume(say(variable->name,
               isFilled ? " has 64 for each integer and 1 for each real" : " is what it is set to at first",
               ", for what the host copies to it is known only when it runs"));
    launch.isInvented |= isFilled;
    launch.copies.push_back({variable, std::move(bytes)});
  }
}

} // namespace banklab::lang::sema
