#include "lang/sema/sema.hpp"

#include "lang/message.hpp"
#include "lang/sema/analyse.hpp"
#include "lang/walk.hpp"

#include <algorithm>

namespace banklab::lang {

namespace sema {

Sema::Sema(syntax::TranslationUnit& unit, Program& program, const CompileOptions& options,
           Diagnostics& diagnostics)
    : unit_(unit), program_(program), types_(*program.types), options_(options), messages_(diagnostics),
      sink_(&diagnostics), bodies_(&diagnostics) {
  global_ = newScope(ScopeKind::Global, nullptr);
  builtins_ = newScope(ScopeKind::Namespace, nullptr);
  std_ = newScope(ScopeKind::Namespace, global_);
  std_->name = "std";
  scope_ = global_;
  constantsContext_.function = &constantsFunction_;
  constantsFunction_.result = type(TypeKind::Void);
}

/// Where in the reader's text a message about this place stands: what lies in a known header is the matter of
/// what uses it.
SourceRange Sema::visible(SourceRange range) const {
  if (program_.source->holds(range)) return range;
  const FunctionEntity* entity = function_ ? function_->entity : nullptr;
  const bool isKnown = entity && entity->decl && !program_.source->holds(entity->decl->range);
  return isKnown ? entity->firstUse : place_;
}

/// An error inside of a template's instance also says what asked for the instance.
Diagnostic& Sema::error(SourceRange range, std::string message) {
  Diagnostic& made = sink_->error(visible(range), std::move(message));
  const FunctionEntity* entity = function_ ? function_->entity : nullptr;
  if (entity && entity->decl && !program_.source->holds(entity->decl->range)) return made;
  if (entity && entity->pattern && entity->firstUse.end && sink_ != &unheard_)
    made.notes.push_back(
        {entity->firstUse, say("in ", quote(displayName(entity)), ", which is needed here")});
  return made;
}

void Sema::run() {
  program_.isFragment = unit_.fragment != nullptr;
  declareAll(unit_.decls);
  compileDeclared();
  if (unit_.fragment) analyseFragment();
  makeLaunches();
  reportUnusedInputs();
}

/// Every function that is whole as it stands is checked, whether a launch reaches it or not.
void Sema::compileDeclared() {
  for (size_t i = 0; i < entities_.size(); ++i) {
    FunctionEntity& entity = entities_[i];
    if (!entity.decl || !entity.decl->body || entity.decl->isDeleted || entity.isTemplate()) continue;
    if (entity.pattern || isHostOnly(&entity) || (entity.owner && entity.owner->templated)) continue;
    if (!program_.source->holds(entity.decl->range)) continue; // a known header's: when somebody calls it
    if (entity.signatureState == BodyState::None || entity.signatureState == BodyState::Done)
      if (ensureSignature(&entity)) functionOf(&entity);
  }
  compileQueued();
}

/// Whether anybody, the parser too, found an error in that stretch of the source.
bool Sema::hasErrorIn(SourceRange range) const {
  const std::vector<Diagnostic>& all = messages_.all();
  return std::any_of(all.begin(), all.end(), [&](const Diagnostic& one) {
    return one.severity == Severity::Error && range.begin <= one.range.begin && one.range.begin <= range.end;
  });
}

/// Whether a function, or one below it, has an error in its body.
bool Sema::hasBrokenBody(const Function* function) {
  std::vector<const Function*> reached{function};
  std::set<const Function*> seen{function};
  for (size_t i = 0; i < reached.size(); ++i) {
    const auto entity = entityOf_.find(reached[i]);
    if (entity != entityOf_.end() && entity->second->hasErrors) return true;
    if (!reached[i]->body) return true;
    const SourceRange head = reached[i]->range, inside = reached[i]->body->range;
    if (hasErrorIn({head.begin, std::max(head.end, inside.end)})) return true;
    const auto note = [&](const Expr& expr) {
      if (expr.kind == ExprKind::Call && seen.insert(as<CallExpr>(expr).callee).second)
        reached.push_back(as<CallExpr>(expr).callee);
    };
    forEachNode(*reached[i]->body, note);
  }
  return false;
}

void Sema::reportUnusedInputs() {
  if (program_.launches.empty()) return;
  for (const syntax::InputLine& line : unit_.inputs) {
    if (usedInputs_.count(&line)) continue;
    std::string names;
    for (const Buffer& buffer : program_.launches[0].buffers)
      names += (names.empty() ? "" : ", ") + quote(buffer.name);
    warning(line.range, say("no launch has a buffer ", quote(line.buffer),
                            names.empty() ? "" : say("; there are ", names)));
  }
}

} // namespace sema

void analyse(syntax::TranslationUnit& unit, Program& program, const CompileOptions& options,
             Diagnostics& diagnostics) {
  sema::Sema(unit, program, options, diagnostics).run();
}

} // namespace banklab::lang
