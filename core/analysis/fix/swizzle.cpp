// Swizzles and rotations: an element's column is moved within its row by an amount that depends on the row,
// so that elements of one column lie in different banks. No byte is added; every access has to do it.
//
// The XOR is Swizzle<B, M, S> as libraries name it: B bits of the row, from bit S on, are XORed into the
// column from bit M on. 2^M elements stay together, as wide accesses need it. Rows whose length 2^(M+B)
// divides are permuted within themselves. In place of the row's bits there may be the column's own higher
// ones, as of an array that has no rows.

#include "analysis/fix/proposal.hpp"
#include "analysis/fix/spelling.hpp"
#include "lang/message.hpp"

#include <algorithm>
#include <optional>

namespace banklab::analysis::fix {

using lang::say;

namespace {

constexpr uint32_t kMostBits = 6; // of a row that count: 64 banks

struct Xor {
  size_t source; // the dimension whose index is XORed in
  uint32_t bits, into, from;
  bool isOwn = false;  // the column's own higher bits
  bool isFlat = false; // the array has one dimension

  uint64_t mask() const { return (uint64_t{1} << bits) - 1; }
};

uint64_t swizzled(const Shape& shape, const Xor& by, uint64_t offset) {
  const uint64_t element = offset / shape.elementBytes;
  uint64_t index = element;
  if (!by.isFlat) index = element / std::max<uint64_t>(shape.pitch(by.source), 1);
  if (!by.isFlat && by.source > 0) index %= std::max<uint64_t>(shape.dims[by.source], 1);
  const uint64_t to = element ^ ((index >> by.from & by.mask()) << by.into);
  return to * shape.elementBytes + offset % shape.elementBytes;
}

/// Whether rows of every shape are permuted within themselves; a flat array within its length.
bool fits(const Bench& bench, const Xor& by) {
  const auto objects = bench.objects();
  const uint64_t block = uint64_t{1} << (by.into + by.bits);
  return std::all_of(objects.begin(), objects.end(), [&](const RecordedObject* object) {
    const uint64_t width = by.isFlat ? object->shape.elements() : object->shape.dims.back();
    return width % block == 0 || (by.isFlat && bench.subject.isImplicit());
  });
}

/// Whether an index of the source dimension has no bits beyond those that count.
bool needsMask(const Bench& bench, const Xor& by) {
  const auto objects = bench.objects();
  // The rows of a dynamic array are as many as a launch asks for.
  const bool isOpen = by.source == 0 && bench.subject.isDynamic();
  return by.isFlat || isOpen || bench.isOpen(by.source) ||
         std::any_of(objects.begin(), objects.end(), [&](const RecordedObject* object) {
           return object->shape.dims[by.source] >> by.from > by.mask() + 1;
         });
}

std::string turned(std::string_view index, const Xor& by, bool isMasked) {
  if (index == "0") return "0";
  std::string text(index);
  if (by.from) text = within(text, Binding::Product) + " >> " + std::to_string(by.from);
  if (isMasked) text = within(text, Binding::Unary) + " & " + std::to_string(by.mask());
  if (by.into) text = within(text, Binding::Unary) + " << " + std::to_string(by.into);
  return within(text, Binding::Unary);
}

std::string describe(const Subject& subject, const Xor& by) {
  const std::string bits = by.bits == 1 ? "a bit" : counted(by.bits, "bit");
  if (by.isOwn)
    return say("XOR ", counted(by.bits, "low bit"),
               by.isFlat ? " of each index into " : " of each column of ", lang::quote(subject.name),
               " with its bits from ", std::to_string(by.from), " on");
  const bool isRow = by.source + 2 == subject.rank;
  return say("XOR the column of ", lang::quote(subject.name), " with ", bits, " of the ",
             isRow ? "row" : say("index of dimension ", std::to_string(by.source)));
}

void propose(Bench& bench, const Xor& by, const Prediction& prediction) {
  const bool isMasked = needsMask(bench, by);
  Rewrites rewrites = bench.rewrites();
  for (const Use& use : bench.subject.uses) {
    const lang::SourceRange column = bench.subject.slots[use.slots.back()].range;
    const lang::SourceRange source = bench.subject.slots[use.slots[by.source]].range;
    rewrites.add(column, [=](const Rewrites::TextOf& textOf) {
      std::string index = textOf(column), other = turned(uncommented(textOf(source)), by, isMasked);
      if (index == "0") return other;
      return other == "0" ? index : within(index, Binding::Unary) + " ^ " + other;
    });
  }
  std::string note;
  const std::string name = lang::quote(bench.subject.spokenName());
  if (by.isFlat ? bench.subject.hasOpenLength() || bench.isOpen(0) : bench.isOpen(bench.subject.rank - 1))
    note = say("holds where ", by.isFlat ? name : say("a row of ", name), " has a multiple of ",
               std::to_string(uint64_t{1} << (by.into + by.bits)),
               " elements, as in what ran; else an index may lie behind its end");
  bench.propose(Kind::Swizzle, describe(bench.subject, by), rewrites, prediction, 0, std::move(note));
}

/// The swizzle with the fewest bits among those with the fewest wavefronts.
void searchXor(Bench& bench, size_t source) {
  const bool isOwn = source + 1 == bench.subject.rank, isFlat = bench.subject.rank == 1;
  std::optional<Xor> best;
  Prediction least;
  least.wavefronts = bench.cost.wavefronts;
  for (uint32_t bits = 1; bits <= kMostBits; ++bits) {
    for (uint32_t into = 0; into <= kMostBits; ++into) {
      for (uint32_t from = isOwn ? into + bits : 0; from <= (isOwn ? 12 : kMostBits); ++from) {
        const Xor by{source, bits, into, from, isOwn, isFlat};
        if (!fits(bench, by)) continue;
        const Prediction prediction =
            bench.weigh([&](const Shape& shape, uint64_t offset) { return swizzled(shape, by, offset); },
                        least.wavefronts);
        if (!prediction.isPossible()) break; // torn, whatever is XORed in
        if (prediction.wavefronts >= least.wavefronts) continue;
        least = prediction;
        best = by;
      }
    }
    if (best && least.wavefronts == least.ideal) break;
  }
  if (best) propose(bench, *best, least);
}

} // namespace

void proposeSwizzle(Bench& bench) {
  const Subject& subject = bench.subject;
  if (!bench.canRewrite() || bench.objects().empty()) return;
  for (size_t d = subject.rank; d-- > 0;)
    if (bench.canRepeat(d)) searchXor(bench, d);
}

void proposeRotation(Bench& bench) {
  const Subject& subject = bench.subject;
  const auto objects = bench.objects();
  if (!bench.canRewrite() || subject.rank < 2 || objects.empty() || subject.lengths.empty()) return;
  const size_t row = subject.rank - 2;
  if (!bench.canRepeat(row)) return;
  // Elements of one wide access stay together: the column moves in steps of them.
  uint64_t step = 0;
  Prediction least;
  least.wavefronts = bench.cost.wavefronts;
  for (uint64_t by = 1; by <= 16; by *= 2) {
    const auto isDivided = [&](const RecordedObject* object) { return object->shape.dims.back() % by == 0; };
    if (!std::all_of(objects.begin(), objects.end(), isDivided)) break;
    const Prediction prediction = bench.weigh([=](const Shape& shape, uint64_t offset) {
      const uint64_t element = offset / shape.elementBytes, width = shape.dims.back();
      const uint64_t r = element / width % std::max<uint64_t>(shape.dims[row], 1);
      const uint64_t to = element / width * width + (element % width + r * by) % width;
      return to * shape.elementBytes + offset % shape.elementBytes;
    });
    if (!prediction.isPossible() || prediction.wavefronts >= least.wavefronts) continue;
    least = prediction;
    step = by;
  }
  if (!step) return;
  const lang::SourceRange width = subject.lengths.back();
  Rewrites rewrites = bench.rewrites();
  for (const Use& use : subject.uses) {
    const lang::SourceRange column = subject.slots[use.slots.back()].range;
    const lang::SourceRange source = subject.slots[use.slots[row]].range;
    const std::string modulus = within(uncommented(bench.textOf(width)), Binding::Unary);
    rewrites.add(column, [=](const Rewrites::TextOf& textOf) {
      std::string by = uncommented(textOf(source));
      if (step > 1) by = within(by, Binding::Product) + " * " + std::to_string(step);
      return say(within(sum(textOf(column), by), Binding::Unary), " % ", modulus);
    });
  }
  bench.propose(Kind::Rotation,
                say("rotate each row of ", lang::quote(subject.name), " by ",
                    step == 1 ? "its number" : say(std::to_string(step), " times its number")),
                rewrites, least, 0);
}

void proposeTransposition(Bench& bench) {
  const Subject& subject = bench.subject;
  if (!bench.canRewrite() || subject.rank != 2 || subject.lengths.empty() || bench.objects().empty()) return;
  const Prediction prediction = bench.weigh([](const Shape& shape, uint64_t offset) {
    const uint64_t element = offset / shape.elementBytes, width = shape.dims[1];
    return (element % width * shape.dims[0] + element / width) * shape.elementBytes +
           offset % shape.elementBytes;
  });
  if (!prediction.isPossible() || prediction.wavefronts >= bench.cost.wavefronts) return;
  Rewrites rewrites = bench.rewrites();
  const auto swap = [&](lang::SourceRange a, lang::SourceRange b) {
    rewrites.add(a, [b](const Rewrites::TextOf& textOf) { return textOf(b); });
    rewrites.add(b, [a](const Rewrites::TextOf& textOf) { return textOf(a); });
  };
  swap(subject.lengths[0], subject.lengths[1]);
  for (const Use& use : subject.uses)
    swap(subject.slots[use.slots[0]].range, subject.slots[use.slots[1]].range);
  bench.propose(Kind::Transposition,
                say("store ", lang::quote(subject.name), " transposed: swap its two indices"), rewrites,
                prediction, 0);
}

} // namespace banklab::analysis::fix
