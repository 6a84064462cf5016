#include "analysis/fix/reason.hpp"

#include "analysis/fix/carve.hpp"
#include "analysis/fix/uses.hpp"
#include "bank/model.hpp"
#include "lang/message.hpp"
#include "lang/walk.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// Which local variables hold what was read from memory, or was computed of it.
class Data {
public:
  explicit Data(const Program& program) {
    for (size_t before = SIZE_MAX; before != variables_.size();) {
      before = variables_.size();
      functions_.clear();
      for (const auto& function : program.functions)
        if (function->body) note(*function->body);
    }
  }

  bool isIn(const Expr& expr, int calls = 64) {
    bool found = false;
    auto look = [&](const Expr& node) {
      if (node.kind == ExprKind::Load) {
        const Expr& place = *as<LoadExpr>(node).place;
        if (place.kind == ExprKind::Variable)
          found = found || variables_.count(as<VariableExpr>(place).variable) != 0;
        found = found || !isLocal(place);
      } else if (node.kind == ExprKind::Call) {
        const Function* callee = as<CallExpr>(node).callee;
        const auto [at, isNew] = functions_.emplace(callee, false);
        if (isNew && calls > 0 && callee->body)
          forEachExpression(*callee->body, [&, own = at](const Expr& inner) {
            own->second = own->second || isIn(inner, calls - 1);
          });
        found = found || at->second;
      } else if (node.kind == ExprKind::Intrinsic) {
        const Intrinsic what = as<IntrinsicExpr>(node).intrinsic;
        found = found || (what >= Intrinsic::AtomicAdd && what <= Intrinsic::AtomicXor);
      }
    };
    forEachNode(expr, look);
    return found;
  }

private:
  void assign(const Expr& place, const Expr& value) {
    if (place.kind == ExprKind::Variable && isIn(value)) variables_.insert(as<VariableExpr>(place).variable);
  }
  void note(const Stmt& stmt) {
    forEachDeclaration(stmt, [&](const DeclareStmt& one) {
      if (one.init && isIn(*one.init)) variables_.insert(one.variable);
    });
    forEachExpression(stmt, [&](const Expr& expr) {
      auto look = [&](const Expr& node) {
        if (node.kind == ExprKind::Assign) assign(*as<AssignExpr>(node).place, *as<AssignExpr>(node).value);
        if (node.kind == ExprKind::CompoundAssign)
          assign(*as<CompoundAssignExpr>(node).place, *as<CompoundAssignExpr>(node).value);
      };
      forEachNode(expr, look);
    });
  }
  std::set<const Variable*> variables_;
  std::map<const Function*, bool> functions_; // whether what it computes is such
};

/// The excess of an array's requests by what makes it.
struct Causes {
  uint64_t all = 0;
  uint64_t equal = 0;     // of atomics whose lanes meet at equal addresses
  uint32_t mostEqual = 0; // lanes at one address
};

Causes causesOf(const Bench& bench) {
  Causes causes;
  for (const RecordedObject* object : bench.objects()) {
    for (const RecordedRequest& request : object->requests) {
      const bank::Counts counts =
          bank::count(bench.machine, {request.op, request.activeMask, request.offsets.data()});
      causes.all += counts.excessive() * request.count;
      if (bank::opKind(request.op) != bank::OpKind::Atomic) continue;
      uint32_t most = 0;
      for (uint32_t lane = 0; lane < bench.machine.lanes; ++lane) {
        uint32_t same = 0;
        for (uint32_t other = 0; other < bench.machine.lanes; ++other)
          same += (request.activeMask >> lane & request.activeMask >> other & 1) &&
                  request.offsets[lane] == request.offsets[other];
        most = std::max(most, same);
      }
      if (most < 2) continue;
      causes.equal += counts.excessive() * request.count;
      causes.mostEqual = std::max(causes.mostEqual, most);
    }
  }
  return causes;
}

/// Of an index that cannot be computed twice that is what there is to say, wherever it comes from.
bool isDataDependent(const Bench& bench) {
  Data data(bench.program);
  return std::any_of(bench.subject.slots.begin(), bench.subject.slots.end(), [&](const Slot& slot) {
    return std::any_of(slot.values.begin(), slot.values.end(),
                       [&](const Expr* value) { return isPure(*value) && data.isIn(*value); });
  });
}

bool hasUnion(const Type* type, int depth = 0) {
  while (type->is(TypeKind::Array)) type = type->element;
  if (!type->is(TypeKind::Record) || depth > 8) return false;
  const auto& fields = type->record->fields;
  return type->record->isUnion || std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
           return hasUnion(field.type, depth + 1);
         });
}

/// A subscript of a dimension whose index cannot be computed twice; null where there is none.
const Slot* unrepeatable(const Subject& subject, size_t dimension) {
  for (const Use& use : subject.uses) {
    const Slot& slot = subject.slots[use.slots[dimension]];
    for (const Expr* value : slot.values)
      if (!isPure(*value)) return &slot;
  }
  return nullptr;
}

} // namespace

std::string reasonFor(const Bench& bench) {
  const Subject& subject = bench.subject;
  const std::string name = quote(subject.name);
  const Causes causes = causesOf(bench);
  if (causes.equal * 2 > causes.all)
    return say(
        "up to ", std::to_string(causes.mostEqual), " lanes of a warp update one element of ", name,
        " at once, and take turns; no layout parts equal addresses. People give each warp (or each group of "
        "lanes) "
        "a copy of its own and add the copies up at the end, or combine equal keys within the warp first");
  if (isDataDependent(bench))
    return say("which element of ", name,
               " a lane touches comes from data, so that the lanes that meet in a bank change "
               "with it, and no layout parts them all. People sort or group the work by address, keep a copy "
               "for each lane "
               "(the lane in the low bits of the index), or leave it: 32 random addresses take about 3.5 "
               "wavefronts");
  const std::string_view file = bench.program.source->path(subject.declared.begin);
  if (!file.empty())
    return say(name, " is declared in ", file,
               ", and a fix changes the file that it is asked for alone. Declare the array and subscript it "
               "in this one to have other layouts tried");
  if (!subject.obstacle.empty()) {
    const bool isPadded = subject.rank > 1 && !subject.lengths.empty() && subject.rigidity.empty();
    return say(isPadded ? say("no padding of ", name, " helps, and its subscripts")
                        : say("the subscripts of ", name),
               " cannot be rewritten: ", subject.obstacle, " to have other layouts tried");
  }
  if (const Type* type = subject.array()->type; subject.rank == 0 && hasUnion(type))
    return say(
        "what conflicts lies in a union in ", name,
        ", whose members share their bytes, so that none can get another layout by itself. Give the array "
        "memory of its own to have other layouts tried");
  if (subject.rank == 0)
    return say("what conflicts goes into ", name,
               " through a pointer, or to several of its members by one access. Subscript its arrays as its "
               "members to have other layouts tried");
  if (!bench.canRewrite()) {
    const auto isPart = [](const Use& use) { return !use.isWhole; };
    const auto use = std::find_if(subject.uses.begin(), subject.uses.end(), isPart);
    const std::string line =
        use == subject.uses.end() ? name : Reach::lineOf(*bench.program.source, use->name.begin);
    return say(
        line, " takes an address in ", name,
        differsByLaunch(bench.program, subject, bench.reach)
            ? ", which is another one in each launch, so that what is accessed by it"
            : ", and what is accessed by that",
        " cannot be rewritten with the rest. Subscript the array itself there to have other layouts tried");
  }
  for (size_t d = 0; d < subject.rank; ++d) {
    const Slot* slot = unrepeatable(subject, d);
    if (slot && (subject.rank == 1 || d + 2 == subject.rank))
      return say(Reach::lineOf(*bench.program.source, slot->range.begin), " has an index of ", name,
                 " that cannot be computed twice, as other layouts need it: it changes something, reads what "
                 "others change, or asks other "
                 "lanes. Compute it into a variable in front to have other layouts tried");
  }
  if (const auto& accesses = subject.pointerAccesses; subject.uses.empty() && !accesses.empty())
    return say(
        Reach::lineOf(*bench.program.source, accesses[0].begin), " uses ", name,
        " through a pointer, which another layout does not follow. Subscript the array itself there to have "
        "other layouts tried");
  return say("no padding, swizzle or other layout of ", name, " that was tried takes fewer than its ",
             std::to_string(bench.cost.wavefronts),
             " wavefronts; the least that so many requests could take is ", std::to_string(bench.cost.ideal),
             ". Another order of the work is needed: let neighbouring lanes go to "
             "neighbouring words");
}

} // namespace banklab::analysis::fix
