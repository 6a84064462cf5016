// Specialisations: which one an instance takes (temp.class.spec.match). A partial specialisation fits when
// its parameters can be deduced, and its arguments, with these in their places, are the instance's own.
// Arguments that make no sense take it out of the choice.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

bool Sema::fitsSpecialisation(TemplateEntity& entity, const TemplateEntity::Specialisation& one,
                              const TemplateArgs& arguments, TemplateArgs& own) {
  program_.work += kCandidateWork;
  if (!work(one.decl->range)) return false;
  syntax::Template& parameters = *one.decl->templated;
  Restore asked(asked_, asked_ ? asked_ : sink_);
  Restore sink(sink_, &unheard_);
  Restore nesting(nesting_, nesting_ + 1);
  Deduced deduced = newDeduced(parameters, one.scope);
  deduced.isExact = true;
  if (!matchArguments(one.decl->name->last().arguments, arguments, deduced)) return false;
  for (bool known : deduced.known)
    if (!known) return false;
  own = deduced.args;
  Restore inside(scope_, bindArguments(parameters, own, one.scope));
  Restore function(function_, &constantsContext_);
  TemplateArgs made;
  return templateArguments(one.decl->name->last().arguments, made) &&
         completeArguments(*entity.decl->templated, entity.scope, made, one.decl->range, true,
                           entity.earlier) &&
         made == arguments;
}

/// The specialisation that fits the arguments best, and those of its own parameters; null where none fits.
const TemplateEntity::Specialisation* Sema::chooseSpecialisation(TemplateEntity& entity,
                                                                 const TemplateArgs& arguments,
                                                                 TemplateArgs& own, SourceRange range) {
  std::vector<const TemplateEntity::Specialisation*> fitting;
  const TemplateEntity::Specialisation* best = nullptr;
  for (const TemplateEntity::Specialisation& one : entity.specialisations) {
    TemplateArgs args;
    if (!fitsSpecialisation(entity, one, arguments, args)) continue;
    fitting.push_back(&one);
    if (best && !moreSpecialised(entity, one, *best)) continue;
    best = &one;
    own = std::move(args);
  }
  for (const TemplateEntity::Specialisation* other : fitting) {
    if (other == best || !moreSpecialised(entity, *other, *best)) continue;
    Diagnostic& diagnostic = error(
        range, say(quote(say(entity.name, argumentsText(arguments))),
                   " is ambiguous: two specialisations fit equally well; make one of them more special"));
    diagnostic.notes.push_back({best->decl->name->range, "this one fits"});
    diagnostic.notes.push_back({other->decl->name->range, "this one fits"});
    break;
  }
  return best;
}

/// Picks the primary template or the best specialisation for an instance that must be complete.
void Sema::chooseDefinition(RecordInfo* info) {
  TemplateEntity& entity = *info->templated;
  if (info->isChoosing) return; // it asks for itself
  if (nesting_ > kMaxNesting) {
    failWhenTried(place_, say("the template ", quote(entity.name), " refers to itself without end"));
    return;
  }
  info->isChoosing = true;
  TemplateArgs own;
  const TemplateEntity::Specialisation* best = nullptr;
  {
    Restore heard(sink_, &messages_); // even if the instance is needed by what is only tried
    Restore asked(asked_, nullptr);
    best = chooseSpecialisation(entity, info->arguments, own, place_);
  }
  if (best) {
    info->decl = &static_cast<syntax::RecordDecl&>(*best->decl);
    info->scope->parent = bindArguments(*best->decl->templated, own, best->scope);
  } else if (static_cast<syntax::RecordDecl&>(*entity.decl).isDefinition) {
    info->decl = &static_cast<syntax::RecordDecl&>(*entity.decl);
    info->scope->parent = bindArguments(*entity.decl->templated, info->arguments, entity.scope);
  }
  if (info->decl) info->record->isUnion = info->decl->isUnion;
  info->isChoosing = false;
}

/// Whether b's parameters can be deduced from a's arguments: a is at least as special. An argument that makes
/// no sense before its parameters are known is like no other.
bool Sema::moreSpecialised(TemplateEntity& entity, const TemplateEntity::Specialisation& a,
                           const TemplateEntity::Specialisation& b) {
  const std::span<syntax::TemplateArgument> from = a.decl->name->last().arguments,
                                            to = b.decl->name->last().arguments;
  const auto expands = [](const syntax::TemplateArgument& one) { return one.expand; };
  if (std::any_of(from.begin(), from.end(), expands) && std::none_of(to.begin(), to.end(), expands))
    return false; // any number of arguments, and a certain one
  Restore asked(asked_, &unheard_);
  Restore sink(sink_, &unheard_);
  TemplateArgs actual;
  {
    syntax::Template& parameters = *a.decl->templated;
    const TemplateArgs invented = inventArguments(parameters);
    Restore inside(scope_, bindArguments(parameters, invented, a.scope));
    Restore function(function_, &constantsContext_);
    for (syntax::TemplateArgument& written : from) {
      TemplateArgs one;
      if (!templateArguments({&written, 1}, one)) {
        one.assign(1, {});
        Record* record = nullptr;
        one[0].type = types_.newRecord("…", written.range, &record);
        if (!written.type) {
          one[0].kind = syntax::TemplateParameterKind::Value;
          one[0].type = type(TypeKind::LongLong);
          one[0].value = {one[0].type, ~uint64_t{0}, 0};
        }
      }
      actual.insert(actual.end(), one.begin(), one.end());
    }
    completeArguments(*entity.decl->templated, entity.scope, actual, a.decl->range, true, entity.earlier);
  }
  Deduced deduced = newDeduced(*b.decl->templated, b.scope);
  deduced.isExact = true;
  return matchArguments(to, actual, deduced);
}

} // namespace banklab::lang::sema
