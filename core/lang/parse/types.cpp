#include "lang/message.hpp"
#include "lang/parse/parser.hpp"

namespace banklab::lang {

using namespace syntax;

bool Parser::isTypeWord(Kind k) {
  switch (k) {
  case Kind::KwAuto:
  case Kind::KwBool:
  case Kind::KwChar:
  case Kind::KwShort:
  case Kind::KwInt:
  case Kind::KwLong:
  case Kind::KwSigned:
  case Kind::KwUnsigned:
  case Kind::KwFloat:
  case Kind::KwDouble:
  case Kind::KwVoid:
  case Kind::KwWchar:
  case Kind::KwStruct:
  case Kind::KwClass:
  case Kind::KwUnion:
  case Kind::KwEnum:
  case Kind::KwTypename:
  case Kind::KwDecltype: return true;
  default: return false;
  }
}

bool Parser::isSpecifierWord(Kind k) {
  switch (k) {
  case Kind::KwConst:
  case Kind::KwVolatile:
  case Kind::KwStatic:
  case Kind::KwExtern:
  case Kind::KwInline:
  case Kind::KwConstexpr:
  case Kind::KwTypedef:
  case Kind::KwMutable:
  case Kind::KwRegister:
  case Kind::KwVirtual:
  case Kind::KwExplicit:
  case Kind::KwFriend:
  case Kind::KwThreadLocal:
  case Kind::KwAlignas:
  case Kind::KwAlign:
  case Kind::KwAttribute:
  case Kind::KwDeclspec:
  case Kind::KwExtension: return true;
  default: return k >= Kind::KwRestrict && k <= Kind::KwMaxRegisters;
  }
}

// ---------------------------------------------------------------- specifiers

/// Everything in front of the first declarator. False, with a message, if no type stands there; for
/// constructors, destructors and conversions `type` stays null and the answer is true.
bool Parser::parseSpecifiers(Specifiers& out) {
  out.start = at_;
  uint8_t quals = 0;
  for (;;) {
    if (is(Kind::KwConst) || is(Kind::KwVolatile)) {
      quals |= is(Kind::KwConst) ? kConst : kVolatile;
      next();
    } else if (!parseSpecifier(out) && !parseTypeSpecifier(out, quals)) {
      break;
    }
    if (panic_) return false;
  }
  if (out.type) {
    if (quals & ~out.type->quals) {
      out.type->quals |= quals;
      out.type->range = rangeFrom(out.start);
    }
    return true;
  }
  if (is(Kind::KwOperator) || is(Kind::Tilde) || startsConstructor(at_)) return true;
  if (is(Kind::Identifier) && at_ > out.start)
    error(peek().range, say("a type is missing before ", spelled(peek()), "; write one, like ",
                            out.flags & kGlobal ? "`void`" : "`float`"));
  else
    unexpected("a type");
  return false;
}

/// Specifiers that are no types; false if none stands here.
bool Parser::parseSpecifier(Specifiers& out) {
  if (out.isTypeId && peek().startsLine()) return false; // a `;` is missing before it
  uint32_t flag = 0;
  switch (kind()) {
  case Kind::KwStatic: flag = kStatic; break;
  case Kind::KwExtern: flag = kExtern; break;
  case Kind::KwInline: flag = kInline; break;
  case Kind::KwConstexpr: flag = kConstexpr; break;
  case Kind::KwTypedef: flag = kTypedef; break;
  case Kind::KwMutable: flag = kMutable; break;
  case Kind::KwVirtual: flag = kVirtual; break;
  case Kind::KwExplicit: flag = kExplicit; break;
  case Kind::KwGlobal: flag = kGlobal; break;
  case Kind::KwDevice: flag = kDevice; break;
  case Kind::KwHost: flag = kHost; break;
  case Kind::KwShared: flag = kShared; break;
  case Kind::KwConstant: flag = kConstant; break;
  case Kind::KwManaged: flag = kManaged; break;
  case Kind::KwGridConstant: flag = kGridConstant; break;
  case Kind::KwForceInline: flag = kForceInline; break;
  case Kind::KwNoInline: flag = kNoInline; break;
  case Kind::KwRestrict: flag = kRestrict; break;
  case Kind::KwFriend: out.isFriend = true; break;
  case Kind::KwRegister:
  case Kind::KwThreadLocal:
  case Kind::KwExtension: break;
  case Kind::KwLaunchBounds:
  case Kind::KwClusterDims:
  case Kind::KwMaxRegisters: {
    const bool bounds = is(Kind::KwLaunchBounds);
    next();
    if (!is(Kind::LeftParen))
      return expect(Kind::LeftParen, "expected `(` and a number of threads here; add them");
    const std::span<Expr*> values = parseArguments(Kind::RightParen);
    if (bounds) out.launchBounds.assign(values.begin(), values.end());
    return true;
  }
  default: return skipAttributes(&out.alignment);
  }
  out.flags |= flag;
  next();
  return true;
}

/// `[[…]]`, `__attribute__((…))`, `__declspec(…)`: stepped over, but for an alignment in them. `alignas(…)`,
/// `__align__(…)`: read.
bool Parser::skipAttributes(Expr** alignment) {
  if (is(Kind::KwAlignas) || is(Kind::KwAlign)) {
    next();
    Expr* value = parseAlignment();
    if (value && alignment) *alignment = value;
    return true;
  }
  size_t open = at_;
  if (is(Kind::KwAttribute) || is(Kind::KwDeclspec))
    ++open;
  else if (!is(Kind::LeftBracket) || !tokenAt(at_ + 1).is(Kind::LeftBracket))
    return false;
  if (!match_[open] || !(tokenAt(open).is(Kind::LeftParen) || tokenAt(open).is(Kind::LeftBracket))) {
    error(peek().range, "this attribute is never closed; close its brackets");
    return false;
  }
  const size_t end = match_[open];
  for (size_t i = open; i < end && !panic_; ++i) {
    if (!tokenAt(i).is(Kind::Identifier) && !tokenAt(i).is(Kind::KwAlign)) continue;
    const std::string_view word = tokenAt(i).text;
    if (word == "packed" || word == "__packed__") sawPacked_ = true;
    if ((word == "aligned" || word == "__aligned__" || word == "align") &&
        tokenAt(i + 1).is(Kind::LeftParen) && match_[i + 1]) {
      at_ = i + 1;
      Expr* value = parseAlignment();
      if (value && alignment) *alignment = value;
      i = std::max(i, at_ - 1);
    }
  }
  at_ = end + 1;
  return true;
}

Expr* Parser::parseAlignment() {
  const size_t open = at_;
  if (!expect(Kind::LeftParen, "expected `(` and a number of bytes here; add them")) return nullptr;
  Expr* value;
  const ScannedType type = scanType(at_);
  if (type.sure && tokenAt(type.end).is(Kind::RightParen)) {
    TypeName* of = parseTypeId();
    value = makeExpr<AlignOfExpr>(ExprKind::AlignOf, rangeFrom(open), of);
  } else {
    value = parseConditional();
  }
  closeGroup(open, Kind::RightParen);
  return value;
}

TypeName* Parser::newType(TypeForm form, size_t start) {
  TypeName* type = arena_.make<TypeName>();
  type->form = form;
  type->range = rangeFrom(start);
  return type;
}

/// One part of a type; false if none stands here, or the type is already whole.
bool Parser::parseTypeSpecifier(Specifiers& out, uint8_t& quals) {
  const size_t start = at_;
  switch (kind()) {
  case Kind::KwStruct:
  case Kind::KwClass:
  case Kind::KwUnion:
    if (out.type) return false;
    out.type = parseRecordType(out);
    return true;
  case Kind::KwEnum:
    if (out.type) return false;
    out.type = parseEnumType(out);
    return true;
  case Kind::KwAuto:
    if (out.type) return false;
    next();
    out.type = newType(TypeForm::Auto, start);
    return true;
  case Kind::KwDecltype:
    if (out.type) return false;
    if (!isDecltypeOfName(at_)) {
      next();
      const size_t open = at_;
      if (!expect(Kind::LeftParen, "expected `(` after `decltype`; add it")) return false;
      Expr* operand = is(Kind::KwAuto) ? nullptr : parseExpr();
      if (!operand) next();
      closeGroup(open, Kind::RightParen);
      out.type = newType(operand ? TypeForm::Decltype : TypeForm::Auto, start);
      out.type->expr = operand;
      out.type->isDecltypeAuto = !operand;
      return true;
    }
    [[fallthrough]];
  case Kind::KwTypename: accept(Kind::KwTypename); [[fallthrough]];
  case Kind::ColonColon:
  case Kind::Identifier: {
    if (out.type) {
      at_ = start;
      return false;
    }
    if (!tokenAt(start).is(Kind::KwTypename)) {
      if (startsConstructor(at_)) return false;
      const Scanned name = scanName(at_, true);
      if (name.info.kind == NameKind::Value && !name.qualified) return false;
      // `__global__ k(…)`, `__shared__ x[32]`: the declared name itself.
      const Kind after = tokenAt(name.end).kind;
      if (name.info.kind == NameKind::Unknown && !name.qualified && at_ > out.start &&
          (after == Kind::LeftParen || after == Kind::LeftBracket || after == Kind::Equal ||
           after == Kind::Semicolon))
        return false;
      // A word that nobody knows before a type: a misspelt specifier.
      const Token& behind = tokenAt(name.end);
      const bool beforeType = isTypeWord(behind.kind) || behind.is(Kind::KwShared) ||
                              behind.is(Kind::KwDevice) || behind.is(Kind::KwConstexpr) ||
                              (behind.is(Kind::Identifier) &&
                               (lookUp(behind.symbol()).kind == NameKind::Type || isKnownType(behind)));
      if (name.info.kind == NameKind::Unknown && !name.qualified && name.end == at_ + 1 && beforeType) {
        static constexpr std::string_view kWords[] = {
            "__shared__", "__global__", "__device__", "__constant__", "__host__", "const",
            "constexpr",  "static",     "extern",     "unsigned",     "volatile", "inline"};
        static constexpr uint32_t kFlags[] = {kShared, kGlobal, kDevice, kConstant, kHost};
        std::string_view word = similar(peek().text, kWords);
        if (word.empty()) word = similar(say("__", peek().text, "__"), std::span(kWords).first(5));
        report(peek().range, word.empty()
                                 ? say(spelled(peek()), " is not known here; define it, or remove it")
                                 : say(spelled(peek()), " is not known here; did you mean `", word, "`?"));
        for (size_t i = 0; i < std::size(kFlags); ++i)
          if (word == kWords[i]) out.flags |= kFlags[i];
        if (word == "const") quals |= kConst;
        next();
        return true;
      }
    }
    Name* name = parseName(true);
    if (!name) return false;
    out.type = newType(TypeForm::Named, start);
    out.type->name = name;
    return true;
  }
  default: break;
  }
  if (!isTypeWord(kind()) || (out.type && out.type->form != TypeForm::Builtin)) return false;
  if (out.type) {
    // A second type on a new line: something is missing between the two.
    error(peek().range, say("a second type stands here, ", spelled(peek()), "; write only one"));
    return false;
  }
  out.type = parseBuiltin(quals, &out);
  return true;
}

/// `unsigned long long int` in any order, with `const` and specifiers in between.
TypeName* Parser::parseBuiltin(uint8_t& quals, Specifiers* specifiers) {
  const size_t start = at_;
  size_t end = at_;
  int longs = 0, shorts = 0;
  bool isSigned = false, isUnsigned = false;
  Kind base = Kind::EndOfFile;
  for (bool more = true; more;) {
    switch (kind()) {
    case Kind::KwLong: ++longs; break;
    case Kind::KwShort: ++shorts; break;
    case Kind::KwSigned: isSigned = true; break;
    case Kind::KwUnsigned: isUnsigned = true; break;
    case Kind::KwConst: quals |= kConst; break;
    case Kind::KwVolatile: quals |= kVolatile; break;
    case Kind::KwBool:
    case Kind::KwChar:
    case Kind::KwInt:
    case Kind::KwFloat:
    case Kind::KwDouble:
    case Kind::KwVoid:
    case Kind::KwWchar:
      if (base != Kind::EndOfFile) {
        error(peek().range, say("a second type stands here, ", spelled(peek()), "; write only one"));
        more = false;
        continue;
      }
      base = kind();
      break;
    default: more = false; break;
    }
    if (!more) {
      more = specifiers && parseSpecifier(*specifiers);
      continue;
    }
    next();
    end = at_;
  }
  TypeName* type = newType(TypeForm::Builtin, start);
  if (end > start) {
    const SourceRange first = tokens_[start].range, last = tokens_[end - 1].range;
    type->range = {std::min(first.begin, last.begin), std::max(first.end, last.end)};
  }
  const bool isWhole = base == Kind::EndOfFile || base == Kind::KwInt;
  const bool sized = longs || shorts, isSignedOrNot = isSigned || isUnsigned;
  const bool fits = isWhole                  ? longs <= 2 && !(longs && shorts) && shorts <= 1
                    : base == Kind::KwChar   ? !sized
                    : base == Kind::KwDouble ? !isSignedOrNot && !shorts && longs <= 1
                                             : !sized && !isSignedOrNot;
  if (!fits || (isSigned && isUnsigned))
    report(type->range, "these words do not make a type together; write one, like `unsigned int` or `float`");
  switch (base) {
  case Kind::KwBool: type->builtin = TypeKind::Bool; break;
  case Kind::KwChar:
    type->builtin = isUnsigned ? TypeKind::UChar : isSigned ? TypeKind::SChar : TypeKind::Char;
    break;
  case Kind::KwFloat: type->builtin = TypeKind::Float; break;
  case Kind::KwDouble: type->builtin = TypeKind::Double; break;
  case Kind::KwVoid: type->builtin = TypeKind::Void; break;
  default:
    if (shorts)
      type->builtin = isUnsigned ? TypeKind::UShort : TypeKind::Short;
    else if (longs > 1)
      type->builtin = isUnsigned ? TypeKind::ULongLong : TypeKind::LongLong;
    else if (longs == 1)
      type->builtin = isUnsigned ? TypeKind::ULong : TypeKind::Long;
    else
      type->builtin = isUnsigned ? TypeKind::UInt : TypeKind::Int;
  }
  return type;
}

// ---------------------------------------------------------------- type-ids and pointers

/// A type without a name: in a cast, `sizeof`, `<…>`.
TypeName* Parser::parseTypeId() {
  Depth depth(*this);
  const size_t start = at_;
  Specifiers specifiers;
  specifiers.isTypeId = true;
  Declarator declarator;
  if (!depth.ok() || !parseSpecifiers(specifiers)) return newType(TypeForm::Builtin, start);
  if (!specifiers.type) {
    unexpected("a type");
    return newType(TypeForm::Builtin, start);
  }
  parseDeclarator(specifiers.type, DeclaratorUse::Abstract, declarator);
  return declarator.type;
}

/// `* const * __restrict__ &`
TypeName* Parser::parsePointers(TypeName* type, Declarator& out) {
  const uint32_t begin = type->range.begin;
  for (;;) {
    TypeForm form;
    switch (kind()) {
    case Kind::Star: form = TypeForm::Pointer; break;
    case Kind::Amp: form = TypeForm::LValueReference; break;
    case Kind::AmpAmp: form = TypeForm::RValueReference; break;
    case Kind::KwConst:
    case Kind::KwVolatile:
    case Kind::KwRestrict:
      if (is(Kind::KwConst)) type->quals |= kConst;
      if (is(Kind::KwVolatile)) type->quals |= kVolatile;
      if (is(Kind::KwRestrict)) out.isRestrict = true;
      next();
      continue;
    default:
      if (skipAttributes(nullptr)) continue;
      return type;
    }
    next();
    TypeName* outer = newType(form, at_ - 1);
    outer->range.begin = std::min(begin, outer->range.begin);
    outer->inner = type;
    outer->height = static_cast<uint16_t>(type->height + (type->height < kMaxHeight));
    type = outer;
  }
}

} // namespace banklab::lang
