// A class template's arguments from initial values (over.match.class.deduct): each constructor of the primary
// template is seen as a function template of the class's parameters and its own; overload resolution among
// them says what the parameters are. A class without constructors stands for one that takes its members.
// Guides of the text's own (temp.deduct.guide) take part, and win over what fits as well.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

/// The class template that is named without its arguments, or null.
TemplateEntity* Sema::classToDeduce(const syntax::TypeName* written) {
  if (!written || written->form != syntax::TypeForm::Named || !written->name) return nullptr;
  if (written->name->last().hasArguments) return nullptr;
  const Symbol* symbol = lookup(*written->name, true);
  return symbol && symbol->kind == SymbolKind::ClassTemplate ? symbol->templated : nullptr;
}

FunctionEntity* Sema::newGuide(TemplateEntity& entity, const syntax::FunctionDecl* constructor,
                               std::span<syntax::VarDecl*> parameters) {
  auto* decl = make<syntax::FunctionDecl>();
  decl->kind = syntax::DeclKind::Function;
  decl->range = constructor ? constructor->range : entity.decl->range;
  decl->name = constructor ? constructor->name : entity.decl->name;
  decl->parameters = parameters;
  decl->templated = entity.decl->templated;
  if (constructor && constructor->templated) {
    std::vector<syntax::TemplateParameter> all(decl->templated->parameters.begin(),
                                               decl->templated->parameters.end());
    all.insert(all.end(), constructor->templated->parameters.begin(),
               constructor->templated->parameters.end());
    decl->templated = make<syntax::Template>(*decl->templated);
    decl->templated->parameters = program_.arena->copy(all);
  }
  FunctionEntity& guide = entities_.emplace_back();
  guide.name = entity.name;
  guide.decl = decl;
  guide.scope = entity.scope;
  guide.isOnDemand = true;
  for (syntax::VarDecl* parameter : parameters)
    guide.defaults.push_back(constructor && parameter && !parameter->init.empty() ? parameter->init[0]
                                                                                  : nullptr);
  return &guide;
}

/// `View(T (*)[N]) -> View<T, N>;`: a function of that result that nobody calls.
void Sema::declareGuide(syntax::FunctionDecl* decl, TemplateEntity& entity) {
  decl->isConstructor = false;
  FunctionEntity* guide = newFunction(decl);
  guide->isGuide = true;
  entity.writtenGuides.push_back(guide);
}

void Sema::makeGuides(TemplateEntity& entity) {
  if (entity.hasGuides) return;
  entity.hasGuides = true;
  const auto& decl = static_cast<const syntax::RecordDecl&>(*entity.decl);
  std::vector<syntax::VarDecl*> fields;
  for (syntax::Decl* member : decl.members) {
    if (member && member->kind == syntax::DeclKind::Function) {
      const auto& function = static_cast<const syntax::FunctionDecl&>(*member);
      if (function.isConstructor && !(function.isDefaulted && function.parameters.empty()))
        entity.guides.push_back(newGuide(entity, &function, function.parameters));
    } else if (member && member->kind == syntax::DeclKind::Variable &&
               !(member->specifiers & syntax::kStatic)) {
      fields.push_back(static_cast<syntax::VarDecl*>(member));
    }
  }
  if (!entity.guides.empty() || !decl.bases.empty()) return;
  // Members that a list leaves out say nothing.
  for (size_t count = fields.size(); count > 0; --count)
    entity.guides.push_back(newGuide(
        entity, nullptr,
        program_.arena->copy(std::vector(fields.begin(), fields.begin() + static_cast<ptrdiff_t>(count)))));
}

/// Likewise, for initial values as written, which are not looked at a second time when they are used.
const Type* Sema::deduceClass(TemplateEntity& entity, std::span<syntax::Expr*> written, SourceRange range) {
  std::vector<Argument> given;
  arguments(written, given);
  lookedAt_.clear();
  bool isPlain = given.size() == written.size();
  for (syntax::Expr* expr : written) isPlain &= expr && expr->kind != syntax::ExprKind::Expand;
  for (size_t i = 0; i < given.size() && isPlain; ++i)
    if (given[i].expr) lookedAt_[written[i]] = given[i].expr;
  return deduceClass(entity, given, range);
}

const Type* Sema::deduceClass(TemplateEntity& entity, const std::vector<Argument>& given, SourceRange range) {
  for (const Argument& one : given)
    if (one.expr && one.expr->type->isError()) return type(TypeKind::Error);
  // An object of the class itself is copied.
  if (given.size() == 1 && given[0].expr)
    if (const RecordInfo* info = infoOf(given[0].expr->type); info && info->templated == &entity)
      return info->type;
  makeGuides(entity);
  Candidates candidates;
  candidates.functions = entity.guides;
  candidates.functions.insert(candidates.functions.end(), entity.writtenGuides.begin(),
                              entity.writtenGuides.end());
  if (candidates.functions.empty()) {
    fail(range, say(quote(entity.name),
                    " is a template, and its arguments cannot be told from these values; "
                    "give them: ",
                    entity.name, "<…>"));
    return type(TypeKind::Error);
  }
  const FunctionEntity* guide = choose(candidates, given, entity.name, range, false);
  if (!guide) return type(TypeKind::Error);
  if (guide->isGuide) {
    if (const RecordInfo* info = infoOf(guide->result); info && info->templated == &entity) return info->type;
    fail(range, say("the deduction guide that fits here leads to ", quote(toString(guide->result)),
                    ", which is no ", quote(entity.name), "; mend the guide"));
    return type(TypeKind::Error);
  }
  TemplateArgs args = guide->arguments;
  args.resize(std::min(args.size(), entity.decl->templated->parameters.size()));
  return instantiateRecord(&entity, std::move(args), range);
}

} // namespace banklab::lang::sema
