// Overload resolution (over.match): the candidates that fit, and the best of them.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

namespace banklab::lang::sema {

size_t Sema::requiredArguments(const FunctionEntity* function) {
  size_t required = function->parameters.size();
  while (required > 0 && required <= function->defaults.size() && function->defaults[required - 1])
    --required;
  if (function->builtin) required = function->parameters.size() - function->optional;
  return required;
}

/// The candidate with its conversions, if it can take these arguments. A template is instantiated for them.
std::optional<Sema::Viable> Sema::viable(FunctionEntity* function, const Candidates& candidates,
                                         const std::vector<Argument>& arguments) {
  program_.work += kCandidateWork;
  if (!work(place_)) return std::nullopt;
  if (function->isTemplate()) {
    function = deduce(function, candidates.explicitArgs, arguments);
    if (!function) return std::nullopt;
  } else if (candidates.hasExplicit && !function->builtin) {
    return std::nullopt;
  } else if (candidates.hasExplicit && !candidates.explicitArgs.empty() &&
             (function->parameters.empty() || function->parameters[0] != candidates.explicitArgs[0].type)) {
    return std::nullopt; // std::min<int>
  }
  if (!function->builtin && !ensureSignature(function)) {
    // A broken signature has been reported; the call keeps quiet.
    if (!function->hasBrokenSignature) return std::nullopt;
  }
  if (arguments.size() > function->parameters.size() || arguments.size() < requiredArguments(function))
    return std::nullopt;
  Viable made{function, {}};
  if (candidates.object && !function->isStatic) {
    Conversion self;
    self.rank = Rank::Exact;
    const bool isConst = function->decl && function->decl->isConst;
    if (function->isMethod() && !function->decl->isConstructor) {
      if (candidates.objectType->isConst() && !isConst && !function->owner->isLambda) return std::nullopt;
      self.addedQuals = isConst && !candidates.objectType->isConst() ? kConst : 0;
      derivesFrom(candidates.objectType, function->owner->type, &self.baseDistance);
    }
    made.conversions.push_back(self);
  } else {
    made.conversions.push_back({.rank = Rank::Exact});
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Conversion conversion = classify(arguments[i], function->parameters[i]);
    if (!conversion.possible()) return std::nullopt;
    made.conversions.push_back(conversion);
  }
  return made;
}

/// Negative: a is better. Zero: neither.
int Sema::compare(const Conversion& a, const Conversion& b) {
  if (a.rank != b.rank) return a.rank < b.rank ? -1 : 1;
  if (a.rank == Rank::User) return 0;
  if (a.isBoolean != b.isBoolean) return a.isBoolean ? 1 : -1;
  if (a.toVoidPointer != b.toVoidPointer) return a.toVoidPointer ? 1 : -1;
  if (a.baseDistance != b.baseDistance) return a.baseDistance < b.baseDistance ? -1 : 1;
  if (a.bindsRvalue != b.bindsRvalue) return a.bindsRvalue ? -1 : 1;
  if (a.addedQuals != b.addedQuals) {
    if ((a.addedQuals & ~b.addedQuals) == 0) return -1;
    if ((b.addedQuals & ~a.addedQuals) == 0) return 1;
  }
  return 0;
}

int Sema::compare(const Viable& a, const Viable& b) {
  int better = 0;
  for (size_t i = 0; i < a.conversions.size() && i < b.conversions.size(); ++i) {
    const int one = compare(a.conversions[i], b.conversions[i]);
    if (one == 0) continue;
    if (better != 0 && one != better) return 0;
    better = one;
  }
  if (better != 0) return better;
  const bool aTemplate = a.function->pattern, bTemplate = b.function->pattern;
  if (aTemplate != bTemplate) return aTemplate ? 1 : -1;
  if (aTemplate && a.function->pattern != b.function->pattern) {
    const bool aMore = moreSpecialised(a.function->pattern, b.function->pattern);
    const bool bMore = moreSpecialised(b.function->pattern, a.function->pattern);
    if (aMore != bMore) return aMore ? -1 : 1;
  }
  if (a.function->isGuide != b.function->isGuide) return a.function->isGuide ? -1 : 1;
  // A file's own function hides one of CUDA's that fits as well.
  if ((a.function->builtin == nullptr) != (b.function->builtin == nullptr))
    return a.function->builtin ? 1 : -1;
  return 0;
}

FunctionEntity* Sema::choose(Candidates& candidates, const std::vector<Argument>& arguments,
                             std::string_view name, SourceRange range, bool quiet) {
  std::vector<Viable> fits;
  for (FunctionEntity* candidate : candidates.functions)
    if (auto made = viable(candidate, candidates, arguments)) fits.push_back(std::move(*made));
  if (fits.empty()) {
    if (!quiet) reportNoMatch(candidates, arguments, name, range);
    return nullptr;
  }
  size_t best = 0;
  for (size_t i = 1; i < fits.size(); ++i)
    if (compare(fits[i], fits[best]) < 0) best = i;
  for (size_t i = 0; i < fits.size(); ++i) {
    if (i == best || compare(fits[best], fits[i]) < 0 || fits[i].function == fits[best].function) continue;
    // CUDA's math on mixed numbers goes to double, as the C++ library says.
    if (fits[best].function->builtin && fits[i].function->builtin) {
      if (!fits[best].function->result->is(TypeKind::Double)) best = i;
      if (fits[best].function->result->is(TypeKind::Double)) continue;
    }
    if (quiet) return fits[best].function;
    Diagnostic& diagnostic =
        error(range, say("the call of ", quote(name),
                         " is ambiguous: several overloads fit equally well; cast an argument"));
    const FunctionEntity* both[] = {fits[best].function, fits[i].function};
    for (const FunctionEntity* one : both)
      if (one->decl && one->decl->name)
        diagnostic.notes.push_back({one->decl->name->range,
                                    say("this one fits: ", signatureText(const_cast<FunctionEntity*>(one)))});
    return nullptr;
  }
  return fits[best].function;
}

void Sema::reportNoMatch(const Candidates& candidates, const std::vector<Argument>& arguments,
                         std::string_view name, SourceRange range) {
  const auto plural = [](size_t count, std::string_view what) {
    return say(std::to_string(count), " ", what, count == 1 ? "" : "s");
  };
  if (instances_ > kMaxInstances || isSpent_) return; // that is why, and it is said
  std::string types;
  for (const Argument& one : arguments) {
    if (!types.empty()) types += ", ";
    types += one.expr ? toString(one.expr->type->is(TypeKind::Array) ? one.expr->type
                                                                     : one.expr->type->unqualified)
                      : "{…}";
  }
  if (candidates.functions.size() == 1) {
    FunctionEntity* only = candidates.functions[0];
    if (only->isTemplate()) {
      const auto parameters = only->decl->templated->parameters;
      for (size_t i = 0; i < candidates.explicitArgs.size() && i < parameters.size(); ++i)
        if (!parameters[i].pack && candidates.explicitArgs[i].kind != parameters[i].kind) {
          error(range, wrongKind(parameters[i]));
          return;
        }
      const size_t most = only->decl->parameters.size();
      size_t least = most;
      while (least > 0 && only->defaults[least - 1]) --least;
      const bool hasPack =
          most > 0 && only->decl->parameters[most - 1] && only->decl->parameters[most - 1]->pack;
      Diagnostic* diagnostic = nullptr;
      if ((arguments.size() > most && !hasPack) || (arguments.size() < least && !hasPack))
        diagnostic = &error(range, say(quote(name), " takes ", plural(most, "argument"), ", and ",
                                       std::to_string(arguments.size()),
                                       arguments.size() == 1 ? " is given" : " are given"));
      else
        diagnostic = &error(range, say("the template ", quote(name), " does not fit the arguments (", types,
                                       "); write its arguments out: ", quote(say(name, "<…>(…)"))));
      if (only->decl->name) diagnostic->notes.push_back({only->decl->name->range, "it is declared here"});
      return;
    }
    if (candidates.hasExplicit && !only->builtin) {
      error(range, say(quote(name), " is not a template; call it without `<…>`"));
      return;
    }
    const size_t most = only->parameters.size(), least = requiredArguments(only);
    if (arguments.size() > most || arguments.size() < least) {
      const std::string takes = least == most             ? plural(most, "argument")
                                : arguments.size() > most ? say("at most ", plural(most, "argument"))
                                                          : say("at least ", plural(least, "argument"));
      Diagnostic& diagnostic =
          error(range, say(quote(name), " takes ", takes, ", and ", std::to_string(arguments.size()),
                           arguments.size() == 1 ? " is given" : " are given"));
      if (only->decl && only->decl->name)
        diagnostic.notes.push_back({only->decl->name->range, "it is declared here"});
      return;
    }
    if (candidates.objectType && candidates.objectType->isConst() && only->isMethod() &&
        !only->decl->isConst && !only->decl->isConstructor) {
      error(range, say("the object is `const`, and the method ", quote(name),
                       " is not; write `const` behind its parameters"));
      return;
    }
    for (size_t i = 0; i < arguments.size(); ++i)
      if (!classify(arguments[i], only->parameters[i]).possible()) {
        convert(arguments[i], only->parameters[i], arguments[i].range,
                say("argument ", std::to_string(i + 1), " of ", quote(name)));
        return;
      }
  }
  Diagnostic& diagnostic = error(range, say("no ", quote(name), " takes the arguments (", types, ")"));
  const bool areBuiltin = candidates.functions[0]->builtin;
  size_t shown = 0;
  std::string list;
  for (FunctionEntity* one : candidates.functions) {
    if (one->decl && one->decl->name && shown < 4) {
      ++shown;
      diagnostic.notes.push_back(
          {one->decl->name->range, say("this one does not fit: ", signatureText(one))});
    } else if (one->builtin && list.size() < 90) {
      list += (list.empty() ? "" : ", ") + signatureText(one);
    } else if (one->builtin && list.back() != '.') {
      list += ", …";
      break;
    }
  }
  if (areBuiltin && !list.empty()) diagnostic.message += say("; there are ", list);
}

} // namespace banklab::lang::sema
