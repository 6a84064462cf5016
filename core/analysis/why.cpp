#include "analysis/why.hpp"

#include "bank/passes.hpp"
#include "lang/message.hpp"
#include "simt/lane_mask.hpp"

#include <algorithm>
#include <numeric>

namespace banklab::analysis {

namespace {

uint32_t digitOf(const LaneFunction::Term& term, uint32_t lane) {
  const uint32_t digit = lane / term.divide;
  return term.modulo == 0 ? digit : digit % term.modulo;
}

/// The function of one digit, or of two where `modulo` is not 0, that fits the lanes, or nothing.
std::optional<LaneFunction> fit(const std::vector<uint32_t>& lanes, std::span<const uint32_t> offsets,
                                uint32_t modulo) {
  LaneFunction function;
  std::vector<LaneFunction::Term> digits = {{0, 1, modulo}};
  if (modulo != 0) digits.push_back({0, modulo, 0});
  // How far one step of a digit goes: seen at two lanes that differ in this digit alone. A digit in which no
  // two lanes differ alone does not move the address.
  for (LaneFunction::Term& term : digits) {
    const auto othersAgree = [&](uint32_t a, uint32_t b) {
      return std::all_of(digits.begin(), digits.end(), [&](const LaneFunction::Term& other) {
        return &other == &term || digitOf(other, a) == digitOf(other, b);
      });
    };
    for (size_t i = 1; i < lanes.size(); ++i) {
      const auto before =
          std::find_if(lanes.begin(), lanes.begin() + static_cast<ptrdiff_t>(i), [&](uint32_t l) {
            return othersAgree(l, lanes[i]) && digitOf(term, l) != digitOf(term, lanes[i]);
          });
      if (before == lanes.begin() + static_cast<ptrdiff_t>(i)) continue;
      const auto steps = int64_t{digitOf(term, lanes[i])} - int64_t{digitOf(term, *before)};
      term.bytes = (int64_t{offsets[lanes[i]]} - int64_t{offsets[*before]}) / steps;
      break;
    }
    if (term.bytes != 0) function.terms.push_back(term);
  }
  function.base = int64_t{offsets[lanes[0]]} - function.at(lanes[0]);
  const bool fits = std::all_of(lanes.begin(), lanes.end(),
                                [&](uint32_t lane) { return function.at(lane) == int64_t{offsets[lane]}; });
  return fits ? std::optional(std::move(function)) : std::nullopt;
}

/// "− 3" or " + 3", or "−3" and "3" where nothing stands before.
void addSigned(std::string& out, int64_t value, const std::string& unit) {
  const bool negative = value < 0;
  if (!out.empty()) {
    out += negative ? " − " : " + ";
  } else if (negative) {
    out += "−";
  }
  const uint64_t size = negative ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  if (unit.empty()) {
    out += std::to_string(size);
  } else {
    out += size == 1 ? unit : std::to_string(size) + "·" + unit;
  }
}

std::string nameOf(const LaneFunction::Term& term) {
  if (term.divide == 1 && term.modulo == 0) return "lane";
  return term.modulo != 0 ? "(lane % " + std::to_string(term.modulo) + ")"
                          : "(lane / " + std::to_string(term.divide) + ")";
}

/// "0, 1 and 2", or "0, 1, 2 … 31".
std::string listOf(const std::vector<uint8_t>& lanes) {
  constexpr size_t kShown = 4;
  std::string text = std::to_string(lanes[0]);
  if (lanes.size() > kShown)
    return text + ", " + std::to_string(lanes[1]) + ", " + std::to_string(lanes[2]) + " … " +
           std::to_string(lanes.back());
  for (size_t i = 1; i < lanes.size(); ++i)
    text += (i + 1 == lanes.size() ? " and " : ", ") + std::to_string(lanes[i]);
  return text;
}

/// The rows of a site, where its requests are one function of the lane, moved by the same step from each to
/// the next; 0 where they are not. `base` becomes that of the lowest.
int64_t rowStep(const SiteReport& site, LaneFunction& function) {
  std::vector<int64_t> bases;
  for (const Pattern& pattern : site.patterns) {
    const std::optional<LaneFunction> other = laneFunction(pattern.activeMask, pattern.byteOffsets);
    if (!other || other->terms != function.terms) return 0;
    bases.push_back(other->base);
  }
  std::sort(bases.begin(), bases.end());
  bases.erase(std::unique(bases.begin(), bases.end()), bases.end());
  if (bases.size() < 2) return 0;
  const int64_t step = bases[1] - bases[0];
  for (size_t i = 1; i < bases.size(); ++i)
    if (bases[i] - bases[i - 1] != step) return 0;
  function.base = bases.front();
  return step;
}

class Explainer {
public:
  Explainer(const bank::Machine& machine, const SiteReport& site, const Pattern& pattern)
      : machine_(machine), site_(site), pattern_(pattern), cost_(bank::costOn(machine, pattern.op)) {}

  Why explain() {
    meet();
    std::string text = address();
    if (cost_ == bank::Cost::Words) {
      text += sameBank();
    } else {
      text += oneByOne();
    }
    why_.text = std::move(text);
    return std::move(why_);
  }

private:
  uint32_t wordIn(uint32_t lane, uint32_t bank) const { // of the lane's words; UINT32_MAX: none lies there
    const uint32_t first = bank::wordOf(machine_, pattern_.byteOffsets[lane]);
    for (uint32_t i = 0; i < bank::wordsPerLane(machine_, pattern_.op); ++i)
      if (bank::bankOf(machine_, first + i) == bank) return first + i;
    return UINT32_MAX;
  }

  /// Finds the pass with the highest degree and in it the bank with the most trips; the first of equals.
  void meet() {
    const std::vector<bank::Pass>& passes = pattern_.schedule.passes;
    const auto worst = std::max_element(passes.begin(), passes.end(), [](const auto& a, const auto& b) {
      return a.wavefronts.size() < b.wavefronts.size();
    });
    why_.pass = static_cast<uint32_t>(worst - passes.begin());
    const size_t repeat = worst->degree == 0 ? 1 : worst->wavefronts.size() / worst->degree;
    for (uint32_t bank = 0; bank < machine_.banks; ++bank) {
      std::vector<uint8_t> lanes;
      for (size_t i = 0; i < worst->wavefronts.size(); i += repeat)
        for (const uint8_t lane : worst->wavefronts[i])
          if (wordIn(lane, bank) != UINT32_MAX) {
            lanes.push_back(lane);
            break;
          }
      if (lanes.size() <= why_.lanes.size()) continue;
      why_.lanes = std::move(lanes);
      why_.bank = bank;
    }
    for (const uint8_t lane : why_.lanes) why_.words.push_back(wordIn(lane, why_.bank));
  }

  /// "address 128·lane: 32 words from lane to lane, …; ".
  std::string address() {
    std::optional<LaneFunction> function = laneFunction(pattern_.activeMask, pattern_.byteOffsets);
    if (!function) return "";
    const int64_t row = site_.patterns.size() > 1 ? rowStep(site_, *function) : 0;
    why_.address = describe(*function, row);
    std::string text = "address " + why_.address;
    const bool byLane =
        function->terms.size() == 1 && function->terms[0].divide == 1 && function->terms[0].modulo == 0;
    if (!byLane) return text + "; ";
    const int64_t bytes = function->terms[0].bytes;
    why_.stride = static_cast<double>(bytes) / machine_.wordBytes;
    const auto size = static_cast<uint64_t>(bytes < 0 ? -bytes : bytes);
    if (size % machine_.wordBytes != 0)
      return text + ": " + std::to_string(size) + " bytes from lane to lane; ";
    const uint64_t words = size / machine_.wordBytes;
    text += ": " + std::to_string(words) + (words == 1 ? " word" : " words") + " from lane to lane";
    const uint64_t common = std::gcd(words, uint64_t{machine_.banks});
    // Of wider accesses each lane reaches several banks, and a pass has fewer lanes: the plain rule says too
    // little. Of few lanes, or every other one, it says too much.
    if (common > 1 && bank::wordsPerLane(machine_, pattern_.op) == 1 &&
        reachedBanks() == machine_.banks / common)
      text += ", and gcd(" + std::to_string(words) + ", " + std::to_string(machine_.banks) +
              ") = " + std::to_string(common) + " leaves " + std::to_string(machine_.banks / common) +
              " of " + std::to_string(machine_.banks) + " banks";
    return text + "; ";
  }

  /// How many banks the active lanes' first words lie in.
  uint64_t reachedBanks() const {
    std::vector<bool> isReached(machine_.banks);
    simt::forEachLane(pattern_.activeMask, [&](uint32_t lane) {
      isReached[bank::bankOf(machine_, bank::wordOf(machine_, pattern_.byteOffsets[lane]))] = true;
    });
    return static_cast<uint64_t>(std::count(isReached.begin(), isReached.end(), true));
  }

  std::string ofPass() const {
    const size_t passes = pattern_.schedule.passes.size();
    if (passes < 2 || bank::isLoop(cost_)) return "";
    return " of pass " + std::to_string(why_.pass + 1) + " of " + std::to_string(passes);
  }

  std::string sameBank() const {
    const std::string bank = "bank " + std::to_string(why_.bank);
    if (!why_.address.empty())
      return "lanes " + listOf(why_.lanes) + ofPass() + " meet in " + bank + ", each at another word";
    std::string text = "the addresses are no simple function of the lane; lanes " +
                       std::to_string(why_.lanes[0]) + " and " + std::to_string(why_.lanes[1]) + ofPass() +
                       " clash: words " + std::to_string(why_.words[0]) + " and " +
                       std::to_string(why_.words[1]) + " both lie in " + bank;
    const size_t more = why_.lanes.size() - 2;
    if (more != 0)
      text += ", and " + std::to_string(more) + (more == 1 ? " more word" : " more words") + " with them";
    return text;
  }

  std::string oneByOne() const {
    const bool sameWord = std::all_of(why_.words.begin(), why_.words.end(),
                                      [&](uint32_t word) { return word == why_.words[0]; });
    const std::string where =
        sameWord ? "word " + std::to_string(why_.words[0]) + " of bank " + std::to_string(why_.bank)
                 : "bank " + std::to_string(why_.bank);
    if (bank::isLoop(cost_))
      return "the update is a loop of a load and a compare-and-swap, in each round of which a bank serves "
             "one of the lanes that wait for it; the dearest pass meets in " +
             where;
    std::string text = "lanes " + listOf(why_.lanes) + ofPass() + " update " + where + " one after the other";
    if (cost_ == bank::Cost::Swap) text += ", each in a wavefront that reads and one that writes";
    return text;
  }

  const bank::Machine& machine_;
  const SiteReport& site_;
  const Pattern& pattern_;
  const bank::Cost cost_;
  Why why_;
};

std::string percent(uint64_t part, uint64_t whole) {
  const uint64_t rounded = (100 * part + whole / 2) / whole;
  return rounded == 0 ? "less than 1 %" : std::to_string(rounded) + " %";
}

// A multiprocessor serves one wavefront in a clock (128 bytes of shared memory) and issues up to four warp
// instructions (it has four schedulers): CUDA C++ Programming Guide, compute capability 5.0 and later.
constexpr uint64_t kIssuedPerClock = 4;

// The arithmetic is the source's: a compiler fuses a product with a sum, and computes what a loop repeats
// once. So it can say that the wavefronts take longest, and never that they do not matter.
std::string matters(const Report& report) {
  if (report.excessive() == 0) return "";
  const uint64_t busy = (report.arithmetic + kIssuedPerClock - 1) / kIssuedPerClock;
  std::string text = "shared memory takes " + lang::grouped(report.wavefronts) + " clocks, " +
                     percent(report.excessive(), report.wavefronts) +
                     " of them for the excess, and the arithmetic as written takes " + lang::grouped(busy) +
                     ": ";
  if (busy >= report.wavefronts)
    return text +
           "a compiler leaves less of it; mend it if a profiler shows warps that wait for shared memory";
  if (busy > report.ideal) return text + "mend it; after that the arithmetic may take longest";
  return text + "mend it";
}

} // namespace

int64_t LaneFunction::at(uint32_t lane) const {
  int64_t value = base;
  for (const Term& term : terms) value += term.bytes * digitOf(term, lane);
  return value;
}

std::optional<LaneFunction> laneFunction(uint64_t activeMask, std::span<const uint32_t> offsets) {
  std::vector<uint32_t> lanes;
  for (uint32_t lane = 0; lane < offsets.size(); ++lane)
    if (activeMask >> lane & 1) lanes.push_back(lane);
  if (lanes.size() < 2) return std::nullopt;
  if (auto function = fit(lanes, offsets, 0)) return function;
  for (uint32_t modulo = 2; modulo < offsets.size(); modulo *= 2)
    if (auto function = fit(lanes, offsets, modulo)) return function;
  return std::nullopt;
}

std::string describe(const LaneFunction& function, int64_t rowBytes) {
  std::string text;
  // What grows stands before what falls.
  for (const bool falls : {false, true}) {
    for (const LaneFunction::Term& term : function.terms)
      if ((term.bytes < 0) == falls) addSigned(text, term.bytes, nameOf(term));
    if (!falls && rowBytes != 0) addSigned(text, rowBytes, "r");
    if (!falls && function.base > 0) addSigned(text, function.base, "");
  }
  if (function.base < 0 || text.empty()) addSigned(text, function.base, "");
  return text;
}

void explain(Report& report) {
  for (SiteReport& site : report.sites) {
    if (!site.predictable || site.excessive() == 0) continue;
    const auto worst =
        std::max_element(site.patterns.begin(), site.patterns.end(), [](const Pattern& a, const Pattern& b) {
          return a.counts.excessive() < b.counts.excessive();
        });
    // Of very many patterns only the dearest are kept: a cheap one that alone is excessive can be missing.
    if (worst->counts.excessive() != 0) site.why = Explainer(*report.machine, site, *worst).explain();
  }
  report.matters = matters(report);
}

} // namespace banklab::analysis
