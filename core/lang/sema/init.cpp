// Initialisation: what a variable begins with.

#include "lang/message.hpp"
#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

/// A braced list on the way into an aggregate: with inner braces left out, several levels eat from one list.
struct Sema::ListCursor {
  std::vector<Argument> items;
  std::span<std::string_view> designators;
  SourceRange range;
  size_t at = 0;

  bool done() const { return at >= items.size(); }
};

const Expr* Sema::initialise(const Type* type, syntax::InitStyle style, std::span<syntax::Expr*> init,
                             SourceRange range, const Variable* into) {
  if (type->isError()) return errorExpr(range);
  if (style == syntax::InitStyle::None) return nullptr;
  syntax::Expr* only = init.size() == 1 ? init[0] : nullptr;
  const bool isList = only && only->kind == syntax::ExprKind::InitList;
  if (type->isReference()) {
    if (isList && style == syntax::InitStyle::Brace) {
      const auto& list = syntax::as<syntax::InitListExpr>(*only);
      if (list.elements.size() == 1)
        return bindReference(argument(list.elements[0]), type, range, "the initial value");
    }
    if (!only) return fail(range, "a reference is made from one variable; name it");
    return bindReference(argument(only), type, range, "the initial value");
  }
  type = type->unqualified;
  if (isList && style != syntax::InitStyle::Paren)
    return fromList(type, syntax::as<syntax::InitListExpr>(*only), into);
  if (style == syntax::InitStyle::Brace) {
    syntax::InitListExpr list{};
    list.kind = syntax::ExprKind::InitList;
    list.range = range;
    list.elements = init;
    return fromList(type, list, into);
  }
  if (isStringInit(type, init)) return stringInit(type, syntax::as<syntax::StringExpr>(*only), range);
  if (type->is(TypeKind::Array)) {
    if (only) expression(only);
    return fail(only ? only->range : range, "an array is initialised by a braced list: {1, 2, 3}");
  }
  if (style == syntax::InitStyle::Copy)
    return only ? convert(argument(only), type, range, "the initial value") : nullptr;
  std::vector<Argument> given;
  arguments(init, given);
  for (const Argument& one : given)
    if (one.expr && one.expr->type->isError()) return errorExpr(range);
  if (type->is(TypeKind::Record)) return construct(type, given, range, into);
  if (given.empty()) return zeroValue(type, range);
  if (given.size() > 1)
    return fail(range, say(quote(toString(type)), " is made from one value, and ",
                           std::to_string(given.size()), " are given"));
  return convert(given[0], type, range, "the initial value");
}

bool Sema::isStringInit(const Type* type, std::span<syntax::Expr*> init) {
  return type->is(TypeKind::Array) && type->element->size() == 1 && type->element->isInteger() &&
         init.size() == 1 && init[0] && init[0]->kind == syntax::ExprKind::String;
}

const Expr* Sema::stringInit(const Type* type, const syntax::StringExpr& text, SourceRange range) {
  if (text.value.size() + 1 > type->count)
    return fail(text.range,
                say("the string has ", std::to_string(text.value.size() + 1),
                    " characters with its end, and the array only ", std::to_string(type->count)));
  std::vector<AggregatePart> parts;
  const Type* element = type->element->unqualified;
  for (size_t i = 0; i < text.value.size(); ++i)
    parts.push_back({i, cast(integer(TypeKind::Int, text.value[i], text.range), element, text.range)});
  return aggregate(type, parts, range);
}

const Expr* Sema::fromList(const Type* type, syntax::InitListExpr& list, const Variable* into) {
  if (type->isError()) return errorExpr(list.range);
  if (!requireComplete(type, list.range, "what the list initialises")) return errorExpr(list.range);
  if (isStringInit(type, list.elements))
    return stringInit(type, syntax::as<syntax::StringExpr>(*list.elements[0]), list.range);
  ListCursor cursor;
  arguments(list.elements, cursor.items);
  cursor.designators = list.designators;
  cursor.range = list.range;
  for (const Argument& one : cursor.items)
    if (one.expr && one.expr->type->isError()) return errorExpr(list.range);
  if (RecordInfo* info = infoOf(type)) {
    const bool isCopy =
        cursor.items.size() == 1 && cursor.items[0].expr && list.designators.empty() &&
        (cursor.items[0].expr->type->record == type->record || derivesFrom(cursor.items[0].expr->type, type));
    const bool isDim3 = type == vectorType(*findVectorType("dim3"));
    if (isCopy || isDim3 || !isAggregateRecord(*info)) return construct(type, cursor.items, list.range, into);
  } else if (!type->is(TypeKind::Array)) {
    if (cursor.items.empty()) return zeroValue(type, list.range);
    if (cursor.items.size() > 1)
      return fail(list.range, say(quote(toString(type)), " is made from one value, and ",
                                  std::to_string(cursor.items.size()), " are given"));
    // dcl.init.list, C++17: `E{5}`
    const Expr* only = cursor.items[0].expr;
    if (type->is(TypeKind::Enum) && type->enumeration->scoped && only && only->type->isInteger())
      return explicitCast(only, type, syntax::CastStyle::Static, list.range);
    return convert(cursor.items[0], type, list.range, "the initial value");
  }
  std::vector<AggregatePart> parts;
  if (!fillAggregate(type, 0, cursor, parts)) return errorExpr(list.range);
  if (!cursor.done())
    return fail(cursor.items[cursor.at].range, say("there are more initial values here than ",
                                                   quote(toString(type)), " has elements; remove some"));
  return aggregate(type, parts, list.range);
}

bool Sema::fillAggregate(const Type* type, uint64_t offset, ListCursor& cursor,
                         std::vector<AggregatePart>& parts) {
  if (type->is(TypeKind::Array)) {
    const Type* element = type->element->unqualified;
    const bool hasDefaults = needsConstruction(element);
    for (uint64_t i = 0; i < type->count; ++i) {
      // Without defaults, what is not listed is zero.
      if (cursor.done() && !hasDefaults) return true;
      if (i >= kMaxParts) {
        fail(
            cursor.range,
            "an array of objects this long is not supported with initial values; set its elements in a loop");
        return false;
      }
      if (!fillElement(element, offset + i * element->size(), cursor, parts)) return false;
    }
    return true;
  }
  RecordInfo* info = complete(type);
  if (!info) return true;
  const bool isDesignated = std::any_of(cursor.designators.begin(), cursor.designators.end(),
                                        [](std::string_view name) { return !name.empty(); });
  const std::vector<Field>& fields = info->record->fields;
  if (isDesignated) {
    std::vector<bool> used(fields.size());
    for (; !cursor.done(); ++cursor.at) {
      const std::string_view name =
          cursor.at < cursor.designators.size() ? cursor.designators[cursor.at] : std::string_view{};
      const auto at = std::find_if(fields.begin(), fields.end(),
                                   [&](const Field& field) { return !name.empty() && field.name == name; });
      if (at == fields.end()) {
        fail(cursor.items[cursor.at].range,
             say(quote(toString(type)), " has no member ", quote(name), memberSuggestion(*info, name)));
        return false;
      }
      used[static_cast<size_t>(at - fields.begin())] = true;
      ListCursor one;
      one.items = {cursor.items[cursor.at]};
      one.range = cursor.range;
      if (!fillField(*at, offset, one, parts)) return false;
    }
    for (size_t i = 0; i < fields.size() && !info->record->isUnion; ++i)
      if (!used[i]) defaultField(info, i, offset, parts);
    return true;
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    if (cursor.done())
      defaultField(info, i, offset, parts);
    else if (!fillField(fields[i], offset, cursor, parts))
      return false;
    if (info->record->isUnion) return true; // a list initialises a union's first member
  }
  return true;
}

/// A member for which the list has nothing: its own initial value, or zeros.
void Sema::defaultField(RecordInfo* info, size_t index, uint64_t offset, std::vector<AggregatePart>& parts) {
  const Field& field = info->record->fields[index];
  syntax::VarDecl* decl = index < info->fieldDecls.size() ? info->fieldDecls[index] : nullptr;
  const Expr* value = nullptr;
  if (decl && !decl->init.empty()) {
    Restore inside(scope_, info->scope);
    value = initialise(field.type, decl->initStyle, decl->init, decl->range);
  } else if (needsConstruction(field.type)) {
    value = zeroValue(field.type, field.range);
  }
  if (value && !value->type->isError()) putField(field, offset, valueOf(value), parts);
}

bool Sema::fillField(const Field& field, uint64_t offset, ListCursor& cursor,
                     std::vector<AggregatePart>& parts) {
  if (!field.bitWidth) return fillElement(field.type->unqualified, offset + field.offset, cursor, parts);
  const Argument item = cursor.items[cursor.at++];
  const Expr* value = convert(item, field.type->unqualified, item.range, "the initial value");
  if (value->type->isError()) return false;
  putField(field, offset, value, parts);
  return true;
}

/// A field's value becomes a part; neighbouring bit-fields of one storage unit become one part together.
void Sema::putField(const Field& field, uint64_t offset, const Expr* value,
                    std::vector<AggregatePart>& parts) {
  const uint64_t at = offset + field.offset;
  if (!field.bitWidth) {
    parts.push_back({at, value});
    return;
  }
  const bool isWide = field.type->size() == 8;
  const Type* unit = type(isWide ? TypeKind::ULong : TypeKind::UInt);
  const auto bits = [&](uint64_t n) { return constant({unit, n, 0}, value->range); };
  const uint64_t ones = field.bitWidth >= 64 ? ~uint64_t{0} : (uint64_t{1} << field.bitWidth) - 1;
  value = binaryNode(BinaryOp::BitAnd, unit, cast(value, unit, value->range), bits(ones), value->range);
  value = binaryNode(BinaryOp::ShiftLeft, unit, value, bits(field.bitOffset), value->range);
  const Type* stored = type(field.type->size() == 1   ? TypeKind::UChar
                            : field.type->size() == 2 ? TypeKind::UShort
                            : isWide                  ? TypeKind::ULong
                                                      : TypeKind::UInt);
  if (field.bitOffset && !parts.empty() && parts.back().offset == at && parts.back().value->type == stored) {
    const Expr* before = cast(parts.back().value, unit, value->range);
    value = binaryNode(BinaryOp::BitOr, unit, before, value, value->range);
    parts.pop_back();
  }
  parts.push_back({at, cast(value, stored, value->range)});
}

bool Sema::fillElement(const Type* type, uint64_t offset, ListCursor& cursor,
                       std::vector<AggregatePart>& parts) {
  const auto put = [&](const Expr* value) {
    if (value->type->isError()) return false;
    value = valueOf(value);
    // A nested aggregate's parts are this one's.
    if (value->kind == ExprKind::Aggregate)
      for (const AggregatePart& part : as<AggregateExpr>(*value).parts)
        parts.push_back({offset + part.offset, part.value});
    else
      parts.push_back({offset, value});
    return true;
  };
  if (cursor.done()) return needsConstruction(type) ? put(zeroValue(type, cursor.range)) : true;
  const Argument item = cursor.items[cursor.at];
  if (item.list) {
    ++cursor.at;
    return put(fromList(type, *item.list));
  }
  if (type->isAggregate()) {
    const bool isAggregate = type->is(TypeKind::Array) || isAggregateRecord(*complete(type));
    const bool converts = type->is(TypeKind::Record) && classifyValue(item.expr, type, true).possible();
    if (isAggregate && !converts) return fillAggregate(type, offset, cursor, parts); // inner braces left out
  }
  ++cursor.at;
  return put(convert(item, type, item.range, "the initial value"));
}

const Expr* Sema::zeroValue(const Type* type, SourceRange range) {
  type = type->unqualified;
  if (type->isScalar()) return constant({type, 0, 0}, range);
  if (RecordInfo* info = complete(type); info && !isAggregateRecord(*info))
    return construct(type, {}, range, nullptr);
  ListCursor empty;
  empty.range = range;
  std::vector<AggregatePart> parts;
  if (!fillAggregate(type, 0, empty, parts)) return errorExpr(range);
  return aggregate(type, parts, range);
}

const Expr* Sema::constructDim3(const std::vector<Argument>& arguments, SourceRange range) {
  const Type* whole = vectorType(*findVectorType("dim3"));
  if (arguments.size() == 1 && arguments[0].expr && arguments[0].expr->type->is(TypeKind::Record)) {
    const Expr* from = arguments[0].expr;
    if (from->type->unqualified == whole) return valueOf(from);
    if (from->type->unqualified == vectorType(*findVectorType("uint3"))) {
      if (from->kind == ExprKind::Aggregate)
        return aggregate(
            whole, {as<AggregateExpr>(*from).parts.begin(), as<AggregateExpr>(*from).parts.end()}, range);
      return valueOf(deref(cast(addressOf(place(from), range), types_.pointerTo(whole), range), range));
    }
  }
  if (arguments.size() > 3)
    return fail(range,
                say("`dim3` has three components, and ", std::to_string(arguments.size()), " are given"));
  std::vector<AggregatePart> parts;
  for (size_t i = 0; i < 3; ++i) {
    if (i < arguments.size() && arguments[i].expr && arguments[i].expr->kind == ExprKind::Constant &&
        arguments[i].expr->type->isSigned())
      if (const auto given = static_cast<int64_t>(as<ConstantExpr>(*arguments[i].expr).bits); given < 0)
        return fail(arguments[i].range, say("a component of `dim3` cannot be negative (",
                                            std::to_string(given), "); write 1 or more"));
    const Expr* value = i < arguments.size()
                            ? convert(arguments[i], type(TypeKind::UInt), range, "a component of `dim3`")
                            : integer(TypeKind::UInt, 1, range);
    if (value->type->isError()) return value;
    parts.push_back({i * 4, value});
  }
  return aggregate(whole, parts, range);
}

/// A record from arguments. With `into` a constructor's call works on that variable and has type void;
/// otherwise the result is the object.
const Expr* Sema::construct(const Type* type, const std::vector<Argument>& arguments, SourceRange range,
                            const Variable* into, bool isExplicit) {
  if (!requireComplete(type, range, "this object")) return errorExpr(range);
  type = type->unqualified;
  if (type == vectorType(*findVectorType("dim3"))) return constructDim3(arguments, range);
  RecordInfo* info = infoOf(type);
  if (arguments.size() == 1 && arguments[0].expr) {
    const Expr* from = arguments[0].expr;
    if (from->type->isError()) return from;
    const bool same = from->type->record == info->record;
    if (same && !isLvalue(*from)) return from;
    if (same) return copyRecord(from, type, range);
    if (derivesFrom(from->type, type)) return valueOf(baseOf(place(from), type));
    if (const Conversion conversion = userConversion(from, type);
        conversion.user && !conversion.user->decl->isConstructor)
      return valueOf(emitCall(conversion.user, place(from), {}, range));
  }
  Candidates candidates;
  for (FunctionEntity* constructor : info->constructors)
    if (isExplicit || !(constructor->decl->specifiers & syntax::kExplicit))
      candidates.functions.push_back(constructor);
  if (info->inheritsConstructors)
    if (info->constructors.empty() ||
        choose(candidates, arguments, info->record->name, range, true) == nullptr)
      return constructBase(info, arguments, range);
  if (info->constructors.empty()) {
    if (arguments.empty()) return zeroValue(type, range);
    if (arguments.size() == 1 && arguments[0].list) return fromList(type, *arguments[0].list, into);
    const std::string name = toString(type);
    const bool isVector = findVectorType(name) != nullptr;
    return fail(range, say(quote(name), " has no constructor that takes these arguments; write ",
                           isVector ? quote("make_" + name + "(…)") : quote(name + "{…}")));
  }
  Variable* made = into ? nullptr : newVariable({}, type, Storage::Local, range);
  const Expr* object = reference(into ? into : made, range);
  candidates.object = deref(addressOf(object, types_.pointerTo(type), range), range);
  candidates.objectType = type;
  const Expr* call = callBest(candidates, arguments, info->record->name, range, range);
  if (call->type->isError() || into) return call;
  return comma(call, object, range);
}

/// `using Base::Base`: the base is made from the arguments, the rest by default.
const Expr* Sema::constructBase(RecordInfo* info, const std::vector<Argument>& arguments, SourceRange range) {
  const Expr* base = construct(info->inheritsConstructors->type, arguments, range, nullptr);
  if (base->type->isError()) return base;
  std::vector<AggregatePart> parts;
  for (size_t i = 0; i < info->record->fields.size(); ++i) {
    const Field& field = info->record->fields[i];
    if (field.name.empty() && field.type->record == info->inheritsConstructors->record)
      parts.push_back({field.offset, valueOf(base)});
    else
      defaultField(info, i, 0, parts);
  }
  return aggregate(info->type, parts, range);
}

/// A copy of an object: by the class's own copy constructor if it has one, else byte by byte.
const Expr* Sema::copyRecord(const Expr* from, const Type* to, SourceRange range) {
  RecordInfo* info = infoOf(to);
  if (info)
    for (FunctionEntity* constructor : info->constructors) {
      if (constructor->isTemplate() || constructor->decl->parameters.size() != 1 ||
          !ensureSignature(constructor))
        continue;
      const Type* parameter = constructor->parameters[0];
      if (!parameter->is(TypeKind::LValueReference) || parameter->element->unqualified != to) continue;
      if (from->type->isConst() && !parameter->element->isConst()) continue;
      Variable* made = newVariable({}, to, Storage::Local, range);
      const Expr* object = reference(made, range);
      const Expr* call = emitCall(constructor, object, {{from, nullptr, from->range}}, range);
      return call->type->isError() ? call : comma(call, object, range);
    }
  return valueOf(from);
}

/// What a variable without an initial value does: its constructor, or those of its members.
void Sema::defaultConstruct(const Expr* where, SourceRange range, Stmts& out) {
  const Type* type = where->type;
  if (!needsConstruction(type)) return;
  if (type->is(TypeKind::Array)) {
    // for (int i = 0; i < count; ++i) construct(where[i]);
    Variable* counter = newVariable({}, this->type(TypeKind::Int), Storage::Local, range);
    const Stmt* start = declareStmt(counter, integer(TypeKind::Int, 0, range), range);
    Stmts body;
    defaultConstruct(elementOf(where, valueOf(reference(counter, range)), range), range, body);
    auto* loop = make<LoopStmt>();
    loop->kind = StmtKind::Loop;
    loop->range = range;
    loop->testFirst = true;
    loop->condition =
        binaryNode(BinaryOp::Less, this->type(TypeKind::Bool), valueOf(reference(counter, range)),
                   integer(TypeKind::Int, static_cast<int64_t>(type->count), range), range);
    loop->step = increment(reference(counter, range), UnaryOp::PreIncrement, range);
    loop->body = block(body, range);
    out.push_back(block({start, loop}, range));
    return;
  }
  RecordInfo* info = complete(type);
  if (!info->constructors.empty()) {
    Candidates candidates;
    candidates.functions = info->constructors;
    candidates.object = where;
    candidates.objectType = type->unqualified;
    const Expr* call = callBest(candidates, {}, info->record->name, range, range);
    if (!call->type->isError()) out.push_back(exprStmt(call, range));
    return;
  }
  for (size_t i = 0; i < info->record->fields.size(); ++i) {
    const Field field = info->record->fields[i];
    initialiseField(info, i, fieldOf(where, field, range), nullptr, out);
  }
}

namespace {

/// How many scalars an object holds, for lists without inner braces.
uint64_t scalarsIn(const Type* type) {
  if (type->is(TypeKind::Array)) return type->count * scalarsIn(type->element);
  if (!type->is(TypeKind::Record)) return 1;
  uint64_t sum = 0;
  for (const Field& field : type->record->fields) sum += scalarsIn(field.type);
  return std::max<uint64_t>(sum, 1);
}

} // namespace

/// The array with its length, taken from its initial values.
const Type* Sema::completeArray(const Type* array, syntax::InitStyle style, std::span<syntax::Expr*> init) {
  if (style == syntax::InitStyle::None || init.empty() || !init[0]) return array;
  if (init[0]->kind == syntax::ExprKind::String)
    return types_.arrayOf(array->element, syntax::as<syntax::StringExpr>(*init[0]).value.size() + 1);
  if (init[0]->kind != syntax::ExprKind::InitList) return array;
  const auto& list = syntax::as<syntax::InitListExpr>(*init[0]);
  uint64_t count = 0, loose = 0;
  complete(array->element);
  for (syntax::Expr* element : list.elements) {
    const bool isLoose =
        element && element->kind != syntax::ExprKind::InitList && array->element->is(TypeKind::Array);
    uint64_t elements = 1;
    if (element && element->kind == syntax::ExprKind::Expand) {
      std::vector<Symbol*> packs;
      packsIn(syntax::as<syntax::ExpandExpr>(*element).pattern, packs);
      elements = 0;
      expandPacks(packs, element->range, [&](size_t) { ++elements; });
    }
    (isLoose ? loose : count) += elements;
  }
  const uint64_t each = scalarsIn(array->element);
  count += (loose + each - 1) / each;
  return count == 0 ? array : types_.arrayOf(array->element, count);
}

} // namespace banklab::lang::sema
