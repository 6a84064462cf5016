// Padding: the rows of an array get longer than what is used of them, so that the elements of a column lie in
// different banks. Only the declaration changes; the accesses follow it by themselves.

#include "analysis/fix/proposal.hpp"
#include "analysis/fix/room.hpp"
#include "analysis/fix/spelling.hpp"
#include "lang/message.hpp"

#include <algorithm>

namespace banklab::analysis::fix {

using lang::say;

namespace {

/// Dimension `dimension` has `by` more elements.
struct Pad {
  size_t dimension;
  uint64_t by;
};

uint64_t padded(const Shape& shape, const std::vector<Pad>& pads, uint64_t offset) {
  uint64_t element = offset / shape.elementBytes;
  uint64_t pitch = 1, to = 0;
  for (size_t d = shape.dims.size(); d-- > 0;) {
    const uint64_t length = d == 0 ? UINT64_MAX : std::max<uint64_t>(shape.dims[d], 1);
    to += element % length * pitch;
    element /= length;
    uint64_t grown = length;
    for (const Pad& pad : pads) grown += pad.dimension == d ? pad.by : 0;
    pitch *= grown;
  }
  return to * shape.elementBytes + offset % shape.elementBytes;
}

AddressMap mapOf(std::vector<Pad> pads) {
  return
      [pads = std::move(pads)](const Shape& shape, uint64_t offset) { return padded(shape, pads, offset); };
}

int64_t bytesAdded(const Shape& shape, const std::vector<Pad>& pads) {
  std::vector<uint64_t> dims = shape.dims;
  for (const Pad& pad : pads) dims[pad.dimension] += pad.by;
  const Shape grown{dims, shape.elementBytes};
  return static_cast<int64_t>((grown.elements() - shape.elements()) * shape.elementBytes);
}

std::string summaryOf(const Subject& subject, const std::vector<Pad>& pads) {
  std::string text = "pad each ";
  for (const Pad& pad : pads) {
    const bool isRow = pad.dimension + 1 == subject.rank;
    const bool isPlane = pad.dimension + 2 == subject.rank;
    if (&pad != &pads.front()) text += " and each ";
    text += isRow ? "row" : isPlane ? "plane" : say("slice of dimension ", std::to_string(pad.dimension));
    text += say(&pad == &pads.front() ? say(" of ", lang::quote(subject.name)) : "", " by ",
                counted(pad.by, isRow     ? "element"
                                : isPlane ? "row"
                                          : "plane"));
  }
  return text;
}

void propose(Bench& bench, const std::vector<Pad>& pads, const Prediction& prediction) {
  Rewrites rewrites = bench.rewrites();
  for (const Pad& pad : pads) {
    const lang::SourceRange length = bench.subject.lengths[pad.dimension];
    rewrites.add(length, plus(bench.textOf(length), pad.by));
  }
  if (!bench.subject.rigidity.empty())
    return bench.reject(Kind::Padding, summaryOf(bench.subject, pads), bench.subject.rigidity, true);
  if (bench.subject.isDynamic()) { // the launches ask for its rows
    if (pads.size() > 1) return;
    const Shape& shape = bench.objects()[0]->shape;
    const uint64_t pitch = shape.pitch(pads[0].dimension);
    const Gap gap{shape.dims[pads[0].dimension] * pitch, pads[0].by * pitch};
    const size_t d = pads[0].dimension;
    const std::string_view length = bench.textOf(bench.subject.lengths[d]);
    const Width width{isLiteral(length) ? "" : length, bench.isOpen(d)};
    if (std::string why = makeRoom(bench, rewrites, gap, width); !why.empty())
      return bench.reject(Kind::Padding, summaryOf(bench.subject, pads), std::move(why), true);
  }
  bench.propose(Kind::Padding, summaryOf(bench.subject, pads), rewrites, prediction,
                bytesAdded(bench.objects()[0]->shape, pads));
}

/// The least padding of one dimension for each number of wavefronts that none smaller reaches; whether one
/// has none in excess.
bool padOne(Bench& bench, size_t dimension) {
  const Shape& shape = bench.objects()[0]->shape;
  // Beyond all banks the pattern begins anew.
  const uint64_t elementsAcross =
      std::max<uint64_t>(1, uint64_t{bench.machine.banks} * bench.machine.bankBytes / shape.elementBytes);
  uint64_t least = bench.cost.wavefronts;
  std::vector<std::pair<Pad, Prediction>> steps;
  bool isRejected = false;
  for (uint64_t by = 1; by <= elementsAcross; ++by) {
    const Prediction prediction = bench.weigh(mapOf({{dimension, by}}), least);
    if (!prediction.isPossible()) {
      if (!isRejected)
        bench.reject(Kind::Padding, summaryOf(bench.subject, {{dimension, by}}),
                     say("accesses of ", std::to_string(prediction.misaligned),
                         " bytes would no longer lie at multiples of ",
                         std::to_string(prediction.misaligned)));
      isRejected = true;
      continue;
    }
    if (prediction.wavefronts >= least) continue;
    least = prediction.wavefronts;
    steps.push_back({{dimension, by}, prediction});
    if (prediction.wavefronts == prediction.ideal) break;
  }
  if (steps.empty()) return false;
  const auto& [best, bestPrediction] = steps.back();
  propose(bench, {best}, bestPrediction);
  // A smaller one that does most of it is worth showing beside the best.
  const uint64_t saved = bench.cost.wavefronts - bestPrediction.wavefronts;
  for (const auto& [pad, prediction] : steps) {
    if (pad.by == best.by || (bench.cost.wavefronts - prediction.wavefronts) * 4 < saved * 3) continue;
    propose(bench, {pad}, prediction);
    break;
  }
  return bestPrediction.wavefronts == bestPrediction.ideal;
}

} // namespace

void proposePadding(Bench& bench) {
  const Subject& subject = bench.subject;
  if (subject.rank < 2 || subject.lengths.empty() || bench.objects().empty()) return;
  bool isDone = false;
  for (size_t d = subject.rank; d-- > 1;) isDone = padOne(bench, d) || isDone;
  if (isDone || subject.rank < 3) return;
  // Two dimensions together, in ascending size.
  constexpr uint64_t kMost = 8;
  const size_t row = subject.rank - 1;
  Prediction least;
  least.wavefronts = bench.cost.wavefronts;
  std::vector<Pad> best;
  for (uint64_t total = 2; total <= 2 * kMost; ++total) {
    for (uint64_t by = std::max<uint64_t>(1, total - std::min(total, kMost)); by < total && by <= kMost;
         ++by) {
      const std::vector<Pad> pads{{row, by}, {row - 1, total - by}};
      const Prediction prediction = bench.weigh(mapOf(pads), least.wavefronts);
      if (!prediction.isPossible() || prediction.wavefronts >= least.wavefronts) continue;
      least = prediction;
      best = pads;
    }
  }
  if (!best.empty()) propose(bench, best, least);
}

} // namespace banklab::analysis::fix
