#include "brute_force.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace banklab::bank::test {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces(1);
  for (const char c : text) {
    if (c == separator) {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

// "0-3 20-23 / 4-7" as {{0, 1, 2, 3, 20, …}, {4, …}}.
std::vector<Lanes> lists(std::string_view text) {
  std::vector<Lanes> passes(1);
  for (const std::string& piece : split(text, ' ')) {
    if (piece == "/") {
      passes.emplace_back();
      continue;
    }
    const auto ends = split(piece, '-');
    for (int lane = std::atoi(ends[0].c_str()); lane <= std::atoi(ends[1].c_str()); ++lane) {
      passes.back().push_back(lane);
    }
  }
  return passes;
}

BruteMachine nvidia(std::string id) {
  const auto b32 = lists("0-31"), b64 = lists("0-15 / 16-31"), b128 = lists("0-7 / 8-15 / 16-23 / 24-31");
  return {std::move(id), 32, 32, 4, false, true, {b32, b64, b128}, {b32, b64, b128}};
}

BruteMachine kepler(std::string id, int wordBytes, bool twoWords) {
  const auto one = lists("0-31"), two = lists("0-15 / 16-31");
  return {std::move(id), 32, 32, wordBytes, twoWords, false, {one, one, two}, {one, one, two}};
}

// Words that one bank must deliver, equal ones once (degree) or each (lanes): the most over the banks.
int worstBank(const BruteMachine& machine, int bytes, const Lanes& lanes, const uint32_t* offsets,
              bool distinct) {
  static std::vector<uint64_t> touched; // bank in the upper half, what the bank delivers at once in the lower
  touched.clear();
  const auto size = static_cast<uint32_t>(machine.wordBytes), banks = static_cast<uint32_t>(machine.banks);
  const uint32_t wordsOfLane = std::max<uint32_t>(1, static_cast<uint32_t>(bytes) / size);
  for (const int lane : lanes) {
    for (uint32_t i = 0; i < wordsOfLane; ++i) {
      const uint32_t word = offsets[lane] / size + i;
      const bool upper = machine.twoWordsOfASegment && word % 64 >= 32;
      touched.push_back(uint64_t{word % banks} << 32 | (upper ? word - 32 : word));
    }
  }
  std::sort(touched.begin(), touched.end());
  int worst = 0, run = 0;
  for (size_t i = 0; i < touched.size(); ++i) {
    const bool sameBank = i > 0 && touched[i] >> 32 == touched[i - 1] >> 32;
    if (!sameBank) run = 0;
    if (!(distinct && sameBank && touched[i] == touched[i - 1])) ++run;
    worst = std::max(worst, run);
  }
  return worst;
}

std::vector<Lanes> activeOf(const std::vector<Lanes>& passes, uint64_t mask) {
  std::vector<Lanes> active;
  for (const Lanes& pass : passes) {
    Lanes lanes;
    for (const int lane : pass) {
      if (mask >> lane & 1) lanes.push_back(lane);
    }
    if (!lanes.empty()) active.push_back(lanes);
  }
  return active;
}

bool pairsHold(int lanes, uint64_t mask, const uint32_t* offsets, int x) {
  for (int lane = 0; lane < lanes; ++lane) {
    const bool both = (mask >> lane & 1) && (mask >> (lane ^ x) & 1);
    if (both && offsets[lane] != offsets[lane ^ x]) return false;
  }
  return mask != 0;
}

int widthIndex(int bytes) { return bytes == 16 ? 2 : bytes == 8 ? 1 : 0; }

std::vector<Lanes> loadPasses(const BruteMachine& machine, int bytes, uint64_t mask, const uint32_t* offsets,
                              bool& paired) {
  static const auto wholeWarp = lists("0-31"), halfWarps = lists("0-15 / 16-31");
  paired = machine.nvidiaRules && bytes >= 8 &&
           (pairsHold(machine.lanes, mask, offsets, 1) || pairsHold(machine.lanes, mask, offsets, 2));
  if (paired) return activeOf(bytes == 8 ? wholeWarp : halfWarps, mask);
  return activeOf(machine.loads[widthIndex(bytes)], mask);
}

// The first bank of an access, which stands for all of its banks.
uint32_t firstBank(const BruteMachine& machine, int bytes, uint32_t offset) {
  const auto width = static_cast<uint32_t>(std::max(bytes, machine.wordBytes));
  return offset / width * width / static_cast<uint32_t>(machine.wordBytes) %
         static_cast<uint32_t>(machine.banks);
}

// Sums of 16 bits: a load, then compare-and-swaps of whole words in which one lane of each gets through.
BruteCounts bruteSwaps(const BruteMachine& machine, uint64_t mask, const uint32_t* offsets) {
  BruteCounts counts;
  if (mask == 0) return counts;
  const Lanes all = activeOf(machine.loads[0], mask).front();
  counts.wavefronts = worstBank(machine, 4, all, offsets, true);
  counts.ideal = 3;
  counts.passes = 1;
  counts.maxDegree = worstBank(machine, 4, all, offsets, false);
  for (std::vector<int> waiting = all; !waiting.empty();) {
    counts.wavefronts += 2 * worstBank(machine, 4, waiting, offsets, false);
    ++counts.passes;
    std::map<uint32_t, int> winners;
    for (const int lane : waiting) winners.emplace(offsets[lane] / 4, lane);
    std::vector<int> next;
    for (const int lane : waiting)
      if (winners[offsets[lane] / 4] != lane) next.push_back(lane);
    waiting = next;
  }
  return counts;
}

// All other loops: a load for all that wait, and one turn for the lowest lane at each bank, half-warp by
// half-warp.
BruteCounts bruteSpin(const BruteMachine& machine, int bytes, uint64_t mask, const uint32_t* offsets) {
  BruteCounts counts;
  for (bool first = true; mask != 0; first = false) {
    bool paired = false;
    const auto loads = loadPasses(machine, bytes, mask, offsets, paired);
    const auto swaps = activeOf(machine.stores[widthIndex(bytes)], mask);
    for (const Lanes& pass : loads) counts.wavefronts += worstBank(machine, bytes, pass, offsets, true);
    counts.wavefronts += 2 * static_cast<int>(swaps.size());
    counts.passes += static_cast<int>(loads.size() + swaps.size());
    if (first) {
      counts.paired = paired;
      counts.ideal = static_cast<int>(loads.size() + 2 * swaps.size());
      for (const Lanes& pass : swaps)
        counts.maxDegree = std::max(counts.maxDegree, worstBank(machine, bytes, pass, offsets, false));
    }
    std::map<uint32_t, int> changed; // in this round: which pass changed an address
    for (size_t pass = 0; pass < swaps.size(); ++pass) {
      std::map<uint32_t, int> turns; // the lane that a bank serves
      for (const int lane : swaps[pass]) turns.emplace(firstBank(machine, bytes, offsets[lane]), lane);
      std::vector<uint32_t> now;
      for (const auto& [bank, lane] : turns) {
        if (changed.count(offsets[lane]) != 0) continue;
        now.push_back(offsets[lane]);
        mask &= ~(uint64_t{1} << lane);
      }
      for (const uint32_t address : now) changed.emplace(address, 0);
    }
  }
  return counts;
}

} // namespace

BruteOp bruteOp(std::string_view name) {
  const auto pieces = split(name, '.');
  if (pieces[0] == "ldmatrix" || pieces[0] == "stmatrix") {
    return {BruteOp::Matrix, 16, std::atoi(pieces[1].c_str() + 1)};
  }
  if (name == "red.inc.merged") return {BruteOp::Merged, 4, 0};
  const std::string& type = pieces.back();
  int bits = std::atoi(type.substr(type.find_first_of("0123456789")).c_str());
  if (type.find('x') != std::string::npos) bits *= 2;
  if (pieces[0] == "ld" || pieces[0] == "st") {
    if (pieces[1][0] == 'v') bits *= std::atoi(pieces[1].c_str() + 1);
    return {pieces[0] == "ld" ? BruteOp::Load : BruteOp::Store, bits / 8, 0};
  }
  if (pieces[1] == "cas") return {BruteOp::Swap, bits / 8, 0};
  const bool native = pieces[1] == "exch" || type == "u32" || type == "s32" || type == "b32";
  return {native ? BruteOp::Native : BruteOp::Loop, bits / 8, 0};
}

const std::vector<BruteMachine>& bruteMachines() {
  static const std::vector<BruteMachine> machines = [] {
    const auto amd32 = lists("0-31 / 32-63"), amd64 = lists("0-15 / 16-31 / 32-47 / 48-63");
    const auto eights = lists("0-7 / 8-15 / 16-23 / 24-31 / 32-39 / 40-47 / 48-55 / 56-63");
    const auto read942 = lists("0-3 20-23 / 4-7 16-19 / 8-11 28-31 / 12-15 24-27 / "
                               "32-35 52-55 / 36-39 48-51 / 40-43 60-63 / 44-47 56-59");
    const auto read950 = lists("0-3 12-15 20-27 / 4-11 16-19 28-31 / 32-35 44-47 52-59 / 36-43 48-51 60-63");
    const auto b32 = lists("0-31"), b64 = lists("0-15 / 16-31"), b128 = lists("0-7 / 8-15 / 16-23 / 24-31");
    const auto read1100 = lists("0-3 20-23 / 4-7 16-19 / 8-11 28-31 / 12-15 24-27");
    return std::vector<BruteMachine>{
        nvidia("sm_90"),
        nvidia("sm_75"),
        kepler("sm_35-bank4", 4, true),
        kepler("sm_35-bank8", 8, false),
        {"gfx942", 64, 32, 4, false, false, {amd32, amd64, read942}, {amd32, amd64, eights}},
        {"gfx950", 64, 64, 4, false, false, {lists("0-63"), amd32, read950}, {lists("0-63"), amd32, amd64}},
        {"gfx1100", 32, 32, 4, false, false, {b32, b64, read1100}, {b32, b64, b128}},
        {"gfx1201", 32, 32, 4, false, false, {b32, b64, b128}, {b32, b64, b128}},
    };
  }();
  return machines;
}

BruteCounts bruteCount(const BruteMachine& machine, const BruteOp& op, uint64_t mask,
                       const uint32_t* offsets) {
  const bool atomic = op.kind != BruteOp::Load && op.kind != BruteOp::Store && op.kind != BruteOp::Matrix;
  if (op.kind == BruteOp::Loop && machine.nvidiaRules) {
    BruteCounts counts =
        op.bytes == 2 ? bruteSwaps(machine, mask, offsets) : bruteSpin(machine, op.bytes, mask, offsets);
    counts.lowerBound = true;
    return counts;
  }
  BruteCounts counts;
  std::vector<Lanes> passes;
  if (op.kind == BruteOp::Matrix) {
    for (int matrix = 0; matrix < op.matrices; ++matrix) {
      passes.emplace_back();
      for (int row = 0; row < 8; ++row) passes.back().push_back(8 * matrix + row);
    }
    passes = activeOf(passes, mask);
  } else if (op.kind == BruteOp::Load) {
    passes = loadPasses(machine, op.bytes, mask, offsets, counts.paired);
  } else {
    passes = activeOf(machine.stores[widthIndex(op.bytes)], mask);
  }
  const bool distinct = !atomic || (op.kind == BruteOp::Merged && machine.nvidiaRules);
  const int times = op.kind == BruteOp::Swap && machine.nvidiaRules ? 2 : 1;
  for (const Lanes& pass : passes) {
    const int degree = worstBank(machine, op.bytes, pass, offsets, distinct);
    counts.wavefronts += times * degree;
    counts.maxDegree = std::max(counts.maxDegree, degree);
  }
  counts.passes = static_cast<int>(passes.size());
  counts.ideal = times * counts.passes;
  counts.lowerBound = atomic && !machine.nvidiaRules;
  return counts;
}

} // namespace banklab::bank::test
