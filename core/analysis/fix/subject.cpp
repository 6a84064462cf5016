#include "analysis/fix/subject.hpp"

#include "analysis/fix/sorting.hpp"

#include "analysis/fix/carve.hpp"
#include "analysis/fix/members.hpp"
#include "analysis/fix/pointers.hpp"
#include "analysis/fix/spelling.hpp"
#include "analysis/fix/uses.hpp"
#include "lang/message.hpp"
#include "lang/parse/syntax_walk.hpp"

#include <algorithm>
#include <set>

namespace banklab::analysis::fix {

using namespace lang;

bool Subject::holds(const Variable* variable) const {
  return !member && std::find(variables.begin(), variables.end(), variable) != variables.end();
}

const Type* Subject::element() const {
  const Type* type = member ? member->type : variables[0]->type;
  if (type->isPointer()) return type->element;
  while (type->is(TypeKind::Array)) type = type->element;
  return type;
}

std::string Subject::spokenName() const {
  return isCarved() && stretch->names.size() == 1 ? *stretch->names.begin() : name;
}

bool Subject::hasOpenLength() const {
  if (!stretch || stretch->bytes == 0) return isDynamic() || isImplicit();
  return std::any_of(stretch->behind.begin(), stretch->behind.end(),
                     [](const Stretch::Step& step) { return !step.isConstant; });
}

SourceRange bracketed(std::string_view source, SourceRange expr) {
  size_t begin = expr.begin, end = expr.end;
  if (begin >= end || end >= source.size()) return {};
  begin = skipBlankBack(source, begin);
  while (begin > 0 && source[begin - 1] == '(') begin = skipBlankBack(source, begin - 1);
  end = skipBlank(source, end);
  while (end < source.size() && source[end] == ')') end = skipBlank(source, end + 1);
  if (begin == 0 || source[begin - 1] != '[' || end == source.size() || source[end] != ']') return {};
  begin = skipBlank(source, begin);
  end = skipBlankBack(source, end);
  if (begin >= end) return {};
  return isMovable(source.substr(begin, end - begin))
             ? SourceRange{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}
             : SourceRange{};
}

namespace {

/// A declaration, and the function around it.
struct Declared {
  const syntax::VarDecl* decl = nullptr;
  SourceRange enclosing; // empty: none
};

/// Finds the declarations of names at given places.
class Finder {
public:
  explicit Finder(std::vector<SourceRange> wanted) : wanted_(std::move(wanted)), found_(wanted_.size()) {}

  void walk(const syntax::TranslationUnit& unit) {
    for (const syntax::Decl* decl : unit.decls) look(decl);
    syntax::Walk walk;
    walk.onVariable = [&](const syntax::VarDecl& decl) { note(decl, {}); };
    walk.stmt(unit.fragment);
  }
  const Declared& found(size_t i) const { return found_[i]; }

private:
  void look(const syntax::Decl* decl, int depth = 0) {
    if (!decl || depth > 64) return;
    if (decl->kind == syntax::DeclKind::Namespace) {
      for (const syntax::Decl* member : static_cast<const syntax::NamespaceDecl&>(*decl).members)
        look(member, depth + 1);
    } else if (decl->kind == syntax::DeclKind::Record) {
      for (const syntax::Decl* member : static_cast<const syntax::RecordDecl&>(*decl).members)
        look(member, depth + 1);
    } else {
      const bool isFunction = decl->kind == syntax::DeclKind::Function;
      syntax::Walk walk;
      walk.onVariable = [&](const syntax::VarDecl& one) {
        note(one, isFunction ? decl->range : SourceRange{});
      };
      walk.decl(decl);
    }
  }
  void note(const syntax::VarDecl& decl, SourceRange enclosing) {
    if (!decl.name) return;
    for (size_t i = 0; i < wanted_.size(); ++i)
      if (wanted_[i] == decl.name->range) found_[i] = {&decl, enclosing};
  }

  std::vector<SourceRange> wanted_;
  std::vector<Declared> found_;
};

/// The lengths of all dimensions, or none. `extern __shared__ T a[]` has none for its first.
void findLengths(std::string_view source, Subject& subject) {
  const syntax::TypeName* type = subject.decl->type;
  for (size_t d = 0; d < subject.rank; ++d, type = type->inner) {
    const bool isWritten = type && type->form == syntax::TypeForm::Array;
    const SourceRange length = isWritten && type->expr ? bracketed(source, type->expr->range) : SourceRange{};
    if (!isWritten || (length.begin == length.end && !(d == 0 && !type->expr))) {
      subject.lengths.clear(); // of a `typedef`, say, or of a macro's
      return;
    }
    subject.lengths.push_back(length);
  }
}

/// A name of the array, and the function in which it means that; empty: everywhere.
struct Spelling {
  std::string_view name;
  SourceRange within;
};

/// Looks for what the typed tree does not have of an array: mentions in code that is not compiled for these
/// launches, as of a template that nobody uses, and where its size is taken.
class Unseen {
public:
  Unseen(const syntax::TranslationUnit& unit, const Source& source, const Reach& reach, Subject& subject)
      : unit_(unit), source_(source), reach_(reach), subject_(subject),
        seen_(subject.mentions.begin(), subject.mentions.end()) {}

  void find(Spelling spelling) {
    spelling_ = spelling;
    syntax::Walk walk;
    walk.onExpr = [&](const syntax::Expr& expr) { look(expr); };
    for (const syntax::Decl* decl : unit_.decls) walk.decl(decl);
    walk.stmt(unit_.fragment);
    note(subject_.obstacle, reach_.leftOut(spelling.name, spelling.within, 0));
    note(subject_.unseen, reach_.leftOut(spelling.name, spelling.within, 0));
    note(subject_.rigidity, reach_.leftOut(spelling.name, spelling.within, subject_.rank));
  }

private:
  static void note(std::string& to, std::string what) {
    if (to.empty()) to = std::move(what);
  }

  /// Where an expression names it; no place where it does not.
  SourceRange nameIn(const syntax::Expr& expr) const {
    const syntax::Name* name = nullptr;
    SourceRange within = spelling_.within;
    if (expr.kind == syntax::ExprKind::Name) {
      name = syntax::as<syntax::NameExpr>(expr).name;
      if (subject_.member) within = reach_.recordAround(subject_.declared.begin); // in its methods
    } else if (expr.kind == syntax::ExprKind::Member && subject_.member) {
      name = syntax::as<syntax::MemberExpr>(expr).name;
    }
    if (!name || !name->isPlain() || name->last().identifier != spelling_.name) return {};
    const uint32_t at = name->last().range.begin;
    const bool isOutside = within.end && (at < within.begin || at >= within.end);
    return isOutside ? SourceRange{} : name->last().range;
  }

  void look(const syntax::Expr& expr) {
    if (expr.kind == syntax::ExprKind::SizeOf) return lookAtSize(syntax::as<syntax::SizeOfExpr>(expr));
    const SourceRange name = nameIn(expr);
    const bool isMeasured = measured_.begin <= name.begin && name.begin < measured_.end;
    if (name.end == 0 || isMeasured || reach_.isTypeOnly(name.begin) || seen_.count(name.begin)) return;
    const std::string what = say(Reach::lineOf(source_, name.begin), " names ", quote(spelling_.name),
                                 " where these launches do not come by; launch that code too");
    note(subject_.obstacle, what);
    note(subject_.unseen, what);
    if (!reach_.isPlain(name.begin, subject_.rank)) note(subject_.rigidity, what);
  }

  void lookAtSize(const syntax::SizeOfExpr& expr) {
    measured_ = expr.range;
    const syntax::Expr* operand = expr.operand;
    while (operand && nameIn(*operand).end == 0)
      operand = operand->kind == syntax::ExprKind::Subscript
                    ? syntax::as<syntax::SubscriptExpr>(*operand).base
                : operand->kind == syntax::ExprKind::Unary  ? syntax::as<syntax::UnaryExpr>(*operand).operand
                : operand->kind == syntax::ExprKind::Member ? syntax::as<syntax::MemberExpr>(*operand).base
                                                            : nullptr;
    // What an assertion says of it is asked when the change is compiled.
    if (operand && !reach_.isAsserted(expr.range.begin)) subject_.sizes.push_back(expr.range);
  }

  const syntax::TranslationUnit& unit_;
  const Source& source_;
  const Reach& reach_;
  Subject& subject_;
  const std::set<uint32_t> seen_;
  Spelling spelling_;
  SourceRange measured_; // the `sizeof` that was looked at last
};

/// Of arrays that are carved, the subscripts of the array by its own name: they may reach any of its
/// stretches.
void findWholeUses(std::string_view text, std::vector<Subject>& subjects) {
  for (const Subject& whole : subjects) {
    if (!whole.isCarved() || whole.stretch->isRest || whole.variables[0]->type->isPointer()) continue;
    for (Subject& part : subjects)
      for (const Use& use : whole.uses)
        if (part.stretch && part.stretch->of == whole.stretch->of && use.name.end <= text.size() &&
            text.substr(use.name.begin, use.name.end - use.name.begin) == whole.name && use.isWhole)
          part.wholeUses.push_back(use.range);
  }
}

} // namespace

std::vector<Subject> subjectsOf(const Program& program, const syntax::TranslationUnit& unit,
                                const Reach& reach) {
  std::vector<Subject> subjects;
  const std::string_view text = program.source->text();
  for (const Launch& launch : program.launches) {
    for (const SharedObject& object : launch.kernel.shared) {
      const Variable* variable = object.variable;
      const auto known = std::find_if(subjects.begin(), subjects.end(), [&](const Subject& subject) {
        return subject.declared == variable->range && subject.name == variable->name;
      });
      if (known != subjects.end()) {
        if (!known->holds(variable)) known->variables.push_back(variable);
        continue;
      }
      Subject subject;
      subject.name = variable->name;
      subject.declared = variable->range;
      subject.variables = {variable};
      for (const Type* type = variable->type; type->is(TypeKind::Array); type = type->element) ++subject.rank;
      subjects.push_back(std::move(subject));
    }
  }
  sortStably(subjects,
             [](const Subject& a, const Subject& b) { return a.declared.begin < b.declared.begin; });

  addMembers(subjects);

  std::vector<SourceRange> names;
  names.reserve(subjects.size());
  for (const Subject& subject : subjects) names.push_back(subject.declared);
  Finder finder(std::move(names));
  finder.walk(unit);
  for (size_t i = 0; i < subjects.size(); ++i) {
    Subject& subject = subjects[i];
    if (!subject.isImplicit()) subject.decl = finder.found(i).decl;
    if (subject.decl && subject.declared.end <= text.size()) findLengths(text, subject);
  }
  const size_t arrays = subjects.size();
  carve(program, subjects, reach);
  collectUses(program, subjects);
  findWholeUses(text, subjects);
  findPointerAccesses(program, subjects);
  for (size_t i = 0; i < subjects.size(); ++i) {
    Subject& subject = subjects[i];
    Unseen unseen(unit, *program.source, reach, subject);
    const bool isCarved = i >= arrays; // by a pointer, which is a local variable
    const SourceRange within = isCarved         ? reach.functionAround(subject.declared.begin)
                               : subject.member ? SourceRange{}
                                                : finder.found(i).enclosing;
    unseen.find({subject.ownName(), within});
    for (const Variable* alias : subject.aliases)
      if (const SourceRange around = reach.functionAround(alias->range.begin); around.end)
        unseen.find({alias->name, around});
  }
  return subjects;
}

} // namespace banklab::analysis::fix
