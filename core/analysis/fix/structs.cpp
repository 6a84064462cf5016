// Arrays of structs: each struct longer by a member that nobody uses, or shorter without its alignment, or
// every member in an array of its own.

#include "analysis/fix/proposal.hpp"
#include "analysis/fix/spelling.hpp"
#include "lang/message.hpp"
#include "lang/parse/syntax_walk.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using namespace lang;

namespace {

/// Members apart: where each one's array begins, for so many structs.
uint64_t apart(const Record& record, uint64_t count, uint64_t offset) {
  const uint64_t number = offset / record.size, within = offset % record.size;
  uint64_t begin = 0;
  for (const Field& field : record.fields) {
    const uint64_t size = field.type->size(), align = std::max<uint32_t>(field.type->align(), 1);
    begin = (begin + align - 1) / align * align;
    if (within >= field.offset && within < field.offset + size)
      return begin + number * size + within - field.offset;
    begin += size * count;
  }
  return offset;
}

bool isPlainRecord(const Type* type) {
  if (!type->is(TypeKind::Record) || type->record->isUnion || !type->record->bases.empty()) return false;
  const auto& fields = type->record->fields;
  return fields.size() > 1 && std::all_of(fields.begin(), fields.end(), [](const Field& field) {
           return field.bitWidth == 0 && !field.name.empty() && field.type->size() > 0;
         });
}

/// "float x[N][4]": a member as an array of its own.
std::string declaration(const Field& field, std::string_view lengths) {
  const Type* type = field.type;
  std::string inner;
  for (; type->is(TypeKind::Array); type = type->element) inner += say("[", std::to_string(type->count), "]");
  return say(toString(type), " ", field.name, lengths, inner, ";");
}

/// From the element's type to the last bracket, `Point a[32]`, where nothing else is declared with it.
SourceRange declarator(const Bench& bench) {
  const Subject& subject = bench.subject;
  const syntax::TypeName* type = subject.decl->type;
  while (type->form == syntax::TypeForm::Array) type = type->inner;
  const std::string_view text = bench.text();
  if (type->range.end > subject.declared.begin || subject.lengths.back().end >= text.size()) return {};
  const auto between = trimmed(text.substr(type->range.end, subject.declared.begin - type->range.end));
  const uint32_t end = static_cast<uint32_t>(text.find(']', subject.lengths.back().end)) + 1;
  const std::string_view behind = trimmed(text.substr(end, 80));
  return between.empty() && !behind.empty() && behind[0] == ';' ? SourceRange{type->range.begin, end}
                                                                : SourceRange{};
}

void proposeApart(Bench& bench) {
  const Subject& subject = bench.subject;
  const Record& record = *subject.element()->record;
  const bool usesMembers = std::all_of(subject.uses.begin(), subject.uses.end(), [&](const Use& use) {
    return !use.member.empty() && bench.textOf(use.memberRange) == say(".", use.member);
  });
  if (!bench.canRewrite() || !usesMembers || subject.hasAliases || subject.lengths.empty() ||
      subject.variables.size() != 1)
    return;
  const SourceRange declared = declarator(bench);
  // Its members' types are written out, which in another instance of a template are others.
  if (declared.end == 0 || bench.reach.isInTemplate(record.range.begin)) return;
  if (bench.reach.isDependent({declared.begin, subject.declared.begin})) return;
  const Prediction prediction = bench.weigh(
      [&](const Shape& shape, uint64_t offset) { return apart(record, shape.elements(), offset); });
  if (!prediction.isPossible() || prediction.wavefronts >= bench.cost.wavefronts) return;

  std::string lengths;
  for (const SourceRange length : subject.lengths)
    lengths += say("[", uncommented(bench.textOf(length)), "]");
  std::string members;
  for (const Field& field : record.fields) members += declaration(field, lengths) + " ";
  Rewrites rewrites = bench.rewrites();
  rewrites.add(declared, say("struct { ", members, "} ", subject.name));
  for (const Use& use : subject.uses) {
    rewrites.add({use.name.end, use.name.end}, say(".", use.member));
    rewrites.add(use.memberRange, std::string());
  }
  bench.propose(Kind::StructOfArrays,
                say("give each member of ", quote(subject.name), " an array of its own"), rewrites,
                prediction, 0);
}

/// The definition of a record of the source; null where it has none.
const syntax::RecordDecl* definitionOf(const Bench& bench, const Record& record) {
  const syntax::RecordDecl* found = nullptr;
  const auto look = [&](const syntax::Decl* decl, int depth, const auto& self) -> void {
    if (!decl || depth > 16) return;
    if (decl->kind == syntax::DeclKind::Namespace)
      for (const syntax::Decl* member : static_cast<const syntax::NamespaceDecl&>(*decl).members)
        self(member, depth + 1, self);
    if (decl->kind != syntax::DeclKind::Record) return;
    const auto& one = static_cast<const syntax::RecordDecl&>(*decl);
    if (one.isDefinition && one.name && one.name->range == record.range) found = &one;
    for (const syntax::Decl* member : one.members) self(member, depth + 1, self);
  };
  for (const syntax::Decl* decl : bench.unit.decls) look(decl, 0, look);
  return found;
}

/// `alignas(…)` or `__align__(…)` in the head of a definition, with the blanks behind it; empty where there
/// is none.
SourceRange alignmentOf(std::string_view text, SourceRange definition) {
  const size_t end = std::min<size_t>(text.find('{', definition.begin), definition.end);
  for (const std::string_view word : {"alignas", "__align__"}) {
    const size_t at = findWord(text.substr(0, end), word, definition.begin);
    if (at == std::string_view::npos) continue;
    size_t close = text.find_first_not_of(" \t", at + word.size());
    int depth = 0;
    for (; close < end; ++close) {
      depth += text[close] == '(' ? 1 : text[close] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (close >= end || text[close] != ')') continue;
    return {static_cast<uint32_t>(at), static_cast<uint32_t>(text.find_first_not_of(" \t\r\n", close + 1))};
  }
  return {};
}

/// The room that an alignment leaves behind the last member is what makes the stride.
void proposeUnaligned(Bench& bench, const Record& record, const syntax::RecordDecl& decl) {
  const SourceRange written = alignmentOf(bench.text(), decl.range);
  if (written.end == 0) return;
  uint64_t align = 1, end = 0;
  for (const Field& field : record.fields) {
    align = std::max<uint64_t>(align, field.type->align());
    end = std::max(end, field.offset + field.type->size());
  }
  const uint64_t size = (end + align - 1) / align * align;
  if (size >= record.size) return;
  Prediction prediction = bench.weigh(
      [&](const Shape&, uint64_t offset) { return offset / record.size * size + offset % record.size; });
  // A struct that is copied as a whole is then copied in smaller pieces.
  if (!prediction.isPossible()) prediction.wavefronts = UINT64_MAX;
  if (prediction.isPossible() && prediction.wavefronts >= bench.cost.wavefronts) return;
  Rewrites rewrites = bench.rewrites();
  rewrites.add(written, std::string());
  const uint64_t elements = bench.objects()[0]->shape.elements();
  bench.propose(Kind::StructPadding,
                say("take the alignment of ", quote(toString(bench.subject.element()->unqualified)),
                    " away, which makes it ", counted(record.size - size, "byte"), " longer"),
                rewrites, prediction, -static_cast<int64_t>(elements * (record.size - size)));
}

void proposeLonger(Bench& bench, const Record& record, const syntax::RecordDecl& decl) {
  const std::string_view text = bench.textOf(decl.range);
  const size_t brace = text.rfind('}');
  if (brace == std::string_view::npos) return;
  const uint32_t unit = std::max(record.align, 4u);
  const std::string_view type = unit == 4 ? "int" : unit == 8 ? "double" : unit == 16 ? "float4" : "";
  if (type.empty() || record.size % unit != 0) return;
  const auto isNamedPad = [](const Field& field) { return field.name == "pad"; };
  const bool isTaken = std::any_of(record.fields.begin(), record.fields.end(), isNamedPad);

  uint64_t best = 0;
  Prediction least;
  least.wavefronts = bench.cost.wavefronts;
  for (uint64_t count = 1; count * unit <= 32; ++count) {
    const Prediction prediction = bench.weigh([&](const Shape&, uint64_t offset) {
      return offset / record.size * (record.size + count * unit) + offset % record.size;
    });
    if (!prediction.isPossible() || prediction.wavefronts >= least.wavefronts) continue;
    least = prediction;
    best = count;
  }
  if (!best) return;
  // On a line of its own where the struct has several.
  const bool isLong = text.find('\n') != std::string_view::npos;
  const std::string member =
      say(type, isTaken ? " pad_" : " pad", best > 1 ? say("[", std::to_string(best), "]") : "", ";");
  size_t at = brace;
  while (at > 0 &&
         (text[at - 1] == ' ' || text[at - 1] == '\n' || text[at - 1] == '\t' || text[at - 1] == '\r'))
    --at;
  const size_t line = text.rfind('\n', at - 1);
  std::string_view indent;
  if (isLong && line != std::string_view::npos) {
    const size_t begin = line + 1;
    indent = text.substr(begin, text.find_first_not_of(" \t", begin) - begin);
  }
  Rewrites rewrites = bench.rewrites();
  const uint32_t place = decl.range.begin + static_cast<uint32_t>(at);
  rewrites.add({place, place}, isLong ? say("\n", indent, member) : say(" ", member));
  const uint64_t elements = bench.objects()[0]->shape.elements();
  bench.propose(Kind::StructPadding,
                say("make each ", quote(toString(bench.subject.element()->unqualified)), " longer by ",
                    counted(best * unit, "byte")),
                rewrites, least, static_cast<int64_t>(elements * best * unit));
}

} // namespace

void proposeStructs(Bench& bench) {
  if (bench.objects().empty() || bench.subject.rank == 0 || bench.subject.member || !bench.subject.decl)
    return;
  const Type* type = bench.subject.element();
  if (isPlainRecord(type)) proposeApart(bench);
  if (!type->is(TypeKind::Record) || type->record->isUnion) return;
  const syntax::RecordDecl* decl = definitionOf(bench, *type->record);
  if (!decl || decl->isPacked || decl->range.end > bench.text().size() || decl->templated) return;
  proposeLonger(bench, *type->record, *decl);
  if (type->record->bases.empty()) proposeUnaligned(bench, *type->record, *decl);
}

} // namespace banklab::analysis::fix
