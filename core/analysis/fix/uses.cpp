#include "analysis/fix/uses.hpp"

#include "analysis/fix/aliases.hpp"
#include "analysis/fix/sorting.hpp"
#include "analysis/fix/spelling.hpp"
#include "lang/message.hpp"
#include "lang/sema/evaluate.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// Where an intrinsic does nothing but give a value of its arguments or of the thread's place.
bool isPlain(Intrinsic intrinsic) {
  return intrinsic <= Intrinsic::LaneId || (intrinsic >= Intrinsic::Abs && intrinsic < Intrinsic::Shuffle);
}

class Collector {
public:
  Collector(const Program& program, std::vector<Subject>& subjects)
      : source_(*program.source), subjects_(subjects), aliases_(program, subjects) {}

  void function(const Function& function) {
    std::set<const Expr*> given; // what only gives an alias its value
    forEachDeclaration(*function.body, [&](const DeclareStmt& stmt) {
      if (stmt.init && aliases_.subjectOf(stmt.variable) != Aliases::kNone) given.insert(stmt.init);
    });
    forEachExpression(*function.body,
                      [&](const Expr& expr) { given.count(&expr) ? mention(expr) : visit(expr); });
  }

  /// That no subscript is another array's too: in another instance of a template, or by a macro that names
  /// what several kernels have.
  void finish() {
    for (const auto& [variable, subject] : aliases_.all()) {
      const bool isOther = !subjects_[subject].holds(variable) && source_.holds(variable->range);
      if (isOther && !variable->name.empty()) subjects_[subject].aliases.push_back(variable);
    }
    for (Subject& subject : subjects_)
      sortStably(subject.aliases,
                 [](const Variable* a, const Variable* b) { return a->range.begin < b->range.begin; });
    std::map<uint32_t, size_t> arrays; // that have a slot where it begins
    for (const Subject& subject : subjects_)
      for (const Slot& slot : subject.slots) ++arrays[slot.range.begin];
    for (Subject& subject : subjects_)
      for (const Slot& slot : subject.slots) {
        if (foreign_.count({slot.range.begin, slot.range.end}))
          obstruct(subject, slot.range, "a function subscripts this array and others",
                   "subscript the array itself");
        if (slot.isInMacro && arrays[slot.range.begin] > 1)
          obstruct(subject, slot.range, "a macro subscripts several arrays of this name",
                   "give each a macro of its own");
      }
  }

private:
  /// Along what is flat in a loop: a chain `a + b + …` is as deep as it is long.
  void visit(const Expr& whole, bool addressTaken = false) {
    std::vector<const Expr*> open{&whole};
    while (!open.empty()) {
      const Expr& expr = *open.back();
      open.pop_back();
      if (isTaken(expr, addressTaken && &expr == &whole)) continue;
      const size_t first = open.size();
      forEachOperand(expr, [&](const Expr& operand) { open.push_back(&operand); });
      std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
    }
  }

  /// Takes in a place, an address and a call; false of what is more than that.
  bool isTaken(const Expr& expr, bool addressTaken) {
    switch (expr.kind) {
    case ExprKind::Variable:
    case ExprKind::Index:
    case ExprKind::Field:
    case ExprKind::Deref: place(expr, addressTaken); return true;
    case ExprKind::AddressOf: visit(*as<AddressOfExpr>(expr).place, true); return true;
    case ExprKind::Call: {
      const auto& call = as<CallExpr>(expr);
      for (size_t i = 0; i < call.arguments.size(); ++i) {
        const bool givesAlias = i < call.callee->parameters.size() &&
                                aliases_.subjectOf(call.callee->parameters[i]) != Aliases::kNone;
        givesAlias ? mention(*call.arguments[i]) : visit(*call.arguments[i]);
      }
      return true;
    }
    default: return false;
    }
  }

  /// The value of an alias: an array's name, or another alias.
  void mention(const Expr& expr) {
    auto note = [this](const Expr& node) {
      if (node.kind != ExprKind::Variable) return;
      const Variable* variable = as<VariableExpr>(node).variable;
      for (Subject& subject : subjects_)
        if (subject.holds(variable)) subject.mentions.push_back(node.range.begin);
      if (const size_t alias = aliases_.subjectOf(variable); alias != Aliases::kNone)
        subjects_[alias].mentions.push_back(node.range.begin);
    };
    forEachNode(expr, note);
  }

  /// A chain of subscripts and members down to what it begins with.
  void place(const Expr& expr, bool addressTaken) {
    std::vector<const Expr*> chain; // outermost first
    const Expr* root = &expr;
    while (root->kind == ExprKind::Index || root->kind == ExprKind::Field) {
      chain.push_back(root);
      root = root->kind == ExprKind::Index ? as<IndexExpr>(*root).base : as<FieldExpr>(*root).base;
    }
    for (const Expr* node : chain)
      if (node->kind == ExprKind::Index) visit(*as<IndexExpr>(*node).index);
    if (member(chain, addressTaken)) return;
    if (root->kind == ExprKind::Deref) return pointed(*root, chain, addressTaken);
    if (root->kind != ExprKind::Variable) return visit(*root);
    const Variable* variable = as<VariableExpr>(*root).variable;
    for (Subject& subject : subjects_) {
      if (!subject.holds(variable)) continue;
      subject.mentions.push_back(root->range.begin);
      return use(subject, *root, chain, addressTaken);
    }
    // An alias that is neither subscripted nor handed on as it is.
    const size_t alias = aliases_.subjectOf(variable);
    if (alias == Aliases::kNone) return;
    subjects_[alias].mentions.push_back(root->range.begin);
    use(subjects_[alias], *root, {}, true);
  }

  /// `s.a[r][c]`, where `a` is an array in a struct: its uses are those of every struct of the type.
  bool member(const std::vector<const Expr*>& chain, bool addressTaken) {
    bool isMember = false;
    for (size_t at = 0; at < chain.size(); ++at) {
      if (chain[at]->kind != ExprKind::Field) continue;
      const auto& field = as<FieldExpr>(*chain[at]);
      for (Subject& subject : subjects_) {
        if (!subject.member || subject.member->name != field.name) continue;
        const auto size = static_cast<uint32_t>(field.name.size());
        // Of any struct; what a macro makes begins where the macro does.
        subject.mentions.push_back(field.range.end - std::min(size, field.range.end));
        subject.mentions.push_back(field.range.begin);
        if (subject.member->record != field.base->type->record) continue;
        const auto end = chain.begin() + static_cast<std::ptrdiff_t>(at);
        use(subject, field, {chain.begin(), end}, addressTaken);
        isMember = true;
      }
    }
    return isMember;
  }

  /// `p[i]`, which is `*(p + i)`.
  void pointed(const Expr& deref, const std::vector<const Expr*>& chain, bool addressTaken) {
    const Expr& pointer = *as<DerefExpr>(deref).pointer;
    if (added(pointer)) return;
    if (pointer.kind != ExprKind::PointerAdd) return visit(pointer);
    const auto& step = as<PointerAddExpr>(pointer);
    const Expr& base = unconverted(*step.pointer);
    const SourceRange slot = bracketed(source_.text(), step.index->range);
    const bool isVariable =
        base.kind == ExprKind::Load && as<LoadExpr>(base).place->kind == ExprKind::Variable;
    const size_t alias = aliases_.subjectOf(base);
    const bool isSubscript = slot.begin < slot.end && deref.range.begin == base.range.begin && !step.subtract;
    if (alias == Aliases::kNone || !isVariable || !isSubscript) {
      if (isSubscript) foreign_.insert({slot.begin, slot.end});
      const auto index = evaluate(*step.index); // of `reinterpret_cast<float4*>(p + i)[0]`
      if (index && index->bits == 0 && added(*step.pointer)) return;
      return visit(pointer);
    }
    visit(*step.index);
    Subject& subject = subjects_[alias];
    subject.hasAliases = true;
    subject.mentions.push_back(base.range.begin);
    Use use;
    use.name = base.range;
    use.range = chain.empty() ? deref.range : chain.front()->range;
    use.addressTaken = addressTaken;
    use.slots = {slotOf(subject, slot, *step.index)};
    addMember(use, chain, chain.size(), deref.range.end);
    add(subject, std::move(use));
  }

  /// `*(p + i)`, also with casts: takes in what is added to an array or another name of it; false of any
  /// other pointer.
  bool added(const Expr& pointer) {
    std::vector<const Expr*> addends; // the last first
    const Expr* base = &unconverted(pointer);
    for (; base->kind == ExprKind::PointerAdd; base = &unconverted(*as<PointerAddExpr>(*base).pointer)) {
      const auto& step = as<PointerAddExpr>(*base);
      addends.push_back(step.subtract ? nullptr : step.index);
    }
    const size_t at = addends.empty() ? Aliases::kNone : aliases_.subjectOf(*base);
    if (at == Aliases::kNone || std::count(addends.begin(), addends.end(), nullptr)) return false;
    Subject& subject = subjects_[at];
    const SourceRange range = behind(*base, addends.back()->range.begin, addends.front()->range.end);
    const auto isElement = [&](const Expr& one) {
      return one.type->isPointer() && one.type->element->size() == subject.element()->size();
    };
    for (const Expr* one = &unconverted(pointer); one != base; one = as<PointerAddExpr>(*one).pointer) {
      if (one->kind == ExprKind::Convert) return false; // added in other units
      if (!isElement(*one)) return false;
    }
    if (subject.rank != 1 || range.begin >= range.end) return false;
    for (const Expr* addend : addends) visit(*addend);
    const Expr* index = addends.back();
    for (size_t i = addends.size() - 1; i-- > 0;) {
      auto sum = std::make_shared<BinaryExpr>();
      sum->kind = ExprKind::Binary;
      sum->type = index->type;
      sum->range = range;
      sum->op = BinaryOp::Add;
      sum->left = index;
      sum->right = addends[i];
      index = sum.get();
      subject.sums.push_back(std::move(sum));
    }
    subject.hasAliases = subject.hasAliases || base->kind == ExprKind::Load;
    mention(*base);
    Use use;
    use.name = base->range;
    use.range = {base->range.begin, range.end};
    use.addressTaken = true;
    use.slots = {slotOf(subject, range, *index)};
    subject.slots[use.slots[0]].isAddend = true;
    add(subject, std::move(use));
    return true;
  }

  /// What stands behind a pointer and its `+`, with the parentheses around it; empty where no such text does.
  SourceRange behind(const Expr& base, uint32_t first, uint32_t last) const {
    const std::string_view text = source_.text();
    size_t begin = base.range.end;
    while (begin < text.size() && text[begin] == ' ') ++begin;
    if (begin >= text.size() || text[begin] != '+' || last > text.size()) return {};
    while (begin < first && (text[begin] == '+' || text[begin] == ' ')) ++begin;
    if (begin > first || text.substr(begin, first - begin).find_first_not_of("( ") != std::string_view::npos)
      return {};
    size_t end = last;
    const auto isOpen = [&] {
      const std::string_view part = text.substr(begin, end - begin);
      return std::count(part.begin(), part.end(), '(') > std::count(part.begin(), part.end(), ')');
    };
    while (isOpen() && end < text.size() && (text[end] == ')' || text[end] == ' ')) ++end;
    const bool isGood = isMovable(text.substr(begin, end - begin));
    return isGood ? SourceRange{static_cast<uint32_t>(begin), static_cast<uint32_t>(end)} : SourceRange{};
  }

  void use(Subject& subject, const Expr& root, const std::vector<const Expr*>& chain, bool addressTaken) {
    const std::string_view text = source_.text();
    Use use;
    use.name = root.range;
    use.range = chain.empty() ? root.range : chain.front()->range;
    use.addressTaken = addressTaken;
    size_t at = chain.size();
    if (useInMacro(subject, use, chain)) return;
    bool isInText = root.range.end <= text.size() && (chain.empty() || isNamed(subject, root));
    while (at > 0 && use.slots.size() < subject.rank && chain[at - 1]->kind == ExprKind::Index) {
      const Expr& node = *chain[--at];
      const Expr& index = *as<IndexExpr>(node).index;
      const SourceRange range = bracketed(text, index.range);
      isInText = isInText && range.begin < range.end && node.range.begin == root.range.begin;
      if (!isInText) break;
      use.slots.push_back(slotOf(subject, range, index));
    }
    use.isWhole = use.slots.size() == subject.rank;
    addMember(use, chain, at, at < chain.size() ? chain[at]->range.end : root.range.end);
    if (!isInText) obstruct(subject, root);
    add(subject, std::move(use));
  }

  /// Takes in a use whose subscripts all stand in a macro's body; false where they do not.
  bool useInMacro(Subject& subject, Use use, const std::vector<const Expr*>& chain) {
    if (chain.size() < subject.rank || use.name.end > source_.text().size()) return false;
    const std::vector<SourceRange> slots =
        macroSlots(source_.text(), use.name.begin, subject.ownName(), subject.rank);
    size_t at = chain.size();
    for (size_t i = 0; i < slots.size(); ++i)
      if (chain[--at]->kind != ExprKind::Index) return false;
    at = chain.size();
    for (const SourceRange slot : slots) {
      use.slots.push_back(slotOf(subject, slot, *as<IndexExpr>(*chain[--at]).index));
      subject.slots[use.slots.back()].isInMacro = true;
    }
    if (!slots.empty()) add(subject, std::move(use));
    return !slots.empty();
  }

  /// The member behind the subscripts: chain[at - 1], from `end` on.
  static void addMember(Use& use, const std::vector<const Expr*>& chain, size_t at, uint32_t end) {
    if (at == 0 || chain[at - 1]->kind != ExprKind::Field) return;
    use.member = as<FieldExpr>(*chain[at - 1]).name;
    use.memberRange = {end, std::max(end, chain[at - 1]->range.end)};
  }

  void add(Subject& subject, Use use) {
    if (uses_.try_emplace({&subject, use.range.begin, use.range.end}, subject.uses.size()).second)
      subject.uses.push_back(std::move(use));
  }

  size_t slotOf(Subject& subject, SourceRange range, const Expr& index) {
    const auto [known, isNew] = slots_.try_emplace({&subject, range.begin, range.end}, subject.slots.size());
    if (isNew) subject.slots.push_back({range, {}});
    subject.slots[known->second].values.push_back(&index);
    return known->second;
  }

  /// An access that is no name with its subscripts in the text.
  void obstruct(Subject& subject, const Expr& root) {
    const std::string access = say("an access to ", quote(subject.name));
    if (!source_.path(root.range.begin).empty())
      return obstruct(subject, root.range, say(access, " stands in another file"), "have it in this one");
    if (!isNamed(subject, root))
      return obstruct(subject, root.range, say(access, " stands in a macro"), "write its subscripts out");
    obstruct(subject, root.range, say(access, " is not its name with a subscript for each dimension"),
             "write it so");
  }

  void obstruct(Subject& subject, SourceRange range, const std::string& what, std::string_view wayOut) {
    if (!subject.obstacle.empty()) return;
    subject.obstacle = what;
    if (source_.holds(range)) subject.obstacle += say(" (", Reach::lineOf(source_, range.begin), ")");
    subject.obstacle += say("; ", wayOut);
  }

  /// Whether the text of what names the array is its name: a macro's use is not.
  bool isNamed(const Subject& subject, const Expr& root) const {
    const std::string_view text = source_.text(root.range), name = subject.ownName();
    const size_t at = text.size() - std::min(name.size(), text.size());
    return text.substr(at) == name && (at == 0 || (subject.member && !isWordCharacter(text[at - 1])));
  }

  const Source& source_;
  std::vector<Subject>& subjects_;
  const Aliases aliases_;
  using Key = std::tuple<const Subject*, uint32_t, uint32_t>; // of a place in the text
  std::map<Key, size_t> uses_, slots_;                        // where each stands in its subject's list
  std::set<std::pair<uint32_t, uint32_t>> foreign_;           // subscripts of other pointers
};

} // namespace

const Expr& unconverted(const Expr& expr) {
  const Expr* at = &expr;
  while (at->kind == ExprKind::Convert) at = as<ConvertExpr>(*at).operand;
  return *at;
}

namespace {

constexpr int kMaxCalls = 64;
using KnownFunctions = std::map<const Function*, bool>; // whether each is pure

/// A local variable or a part of one.
bool isLocalPlace(const Expr& place) {
  const Variable* root = rootOf(&place);
  return root && (root->storage == Storage::Local || root->storage == Storage::Parameter);
}

/// Whether an expression changes nothing, and gives the same when it is computed twice; within a function it
/// may change the function's own variables.
bool isPureSoFar(const Expr& expr, bool isInside, int calls, KnownFunctions& known) {
  bool pure = true;
  const auto changes = [&](const Expr* place) { pure = pure && isInside && isLocalPlace(*place); };
  auto note = [&](const Expr& node) {
    switch (node.kind) {
    case ExprKind::Assign: return changes(as<AssignExpr>(node).place);
    case ExprKind::CompoundAssign: return changes(as<CompoundAssignExpr>(node).place);
    case ExprKind::Increment: return changes(as<IncrementExpr>(node).place);
    case ExprKind::Call: {
      const Function* callee = as<CallExpr>(node).callee;
      const auto [at, isNew] = known.emplace(callee, calls > 0 && callee->body);
      if (isNew && at->second)
        forEachExpression(*callee->body, [&, own = at](const Expr& inner) {
          own->second = own->second && isPureSoFar(inner, true, calls - 1, known);
        });
      pure = pure && at->second;
      return;
    }
    case ExprKind::Intrinsic: pure = pure && isPlain(as<IntrinsicExpr>(node).intrinsic); return;
    case ExprKind::Load: pure = pure && !(as<LoadExpr>(node).place->type->quals & kVolatile); return;
    default: return;
    }
  };
  forEachNode(expr, note);
  return pure;
}

} // namespace

bool isPure(const Expr& expr) {
  KnownFunctions known;
  return isPureSoFar(expr, false, kMaxCalls, known);
}

bool isLocal(const Expr& place) { return isLocalPlace(place); }

void collectUses(const Program& program, std::vector<Subject>& subjects) {
  Collector collector(program, subjects);
  for (const auto& function : program.functions)
    if (function->body) collector.function(*function);
  collector.finish();
}

} // namespace banklab::analysis::fix
