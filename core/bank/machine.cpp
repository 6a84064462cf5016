#include "bank/machine.hpp"

namespace banklab::bank {
namespace {

// `count` groups of equally many successive lanes.
constexpr LaneGroups successive(uint32_t lanes, uint8_t count) {
  LaneGroups groups{count, {}};
  const uint32_t size = lanes / count;
  for (uint32_t i = 0; i < count; ++i)
    groups.masks[i] = (size == 64 ? ~0ull : (1ull << size) - 1) << (i * size);
  return groups;
}

constexpr uint64_t range(uint32_t first, uint32_t last) {
  uint64_t mask = 0;
  for (uint32_t lane = first; lane <= last; ++lane) mask |= 1ull << lane;
  return mask;
}

// A 64-lane wave repeats the groups of its first 32 lanes.
constexpr LaneGroups twice(LaneGroups groups) {
  for (uint32_t i = 0; i < groups.count; ++i) groups.masks[groups.count + i] = groups.masks[i] << 32;
  groups.count = static_cast<uint8_t>(2 * groups.count);
  return groups;
}

// AMD's 128-bit reads, 32 lanes at a time: a group is not a run of lanes.
constexpr LaneGroups kRead128Of32Banks{4,
                                       {range(0, 3) | range(20, 23), range(4, 7) | range(16, 19),
                                        range(8, 11) | range(28, 31), range(12, 15) | range(24, 27)}};
constexpr LaneGroups kRead128Of64Banks{
    2, {range(0, 3) | range(12, 15) | range(20, 27), range(4, 11) | range(16, 19) | range(28, 31)}};

constexpr std::array<LaneGroups, 3> kNvidiaGroups{successive(32, 1), successive(32, 2), successive(32, 4)};

constexpr Machine nvidia(std::string_view id, std::string_view title, Evidence evidence,
                         std::string_view source) {
  return {.id = id,
          .title = title,
          .lanes = 32,
          .banks = 32,
          .wordBytes = 4,
          .bankBytes = 4,
          .loads = kNvidiaGroups,
          .stores = kNvidiaGroups,
          .pairRule = true,
          .atomicsKnown = true,
          .evidence = evidence,
          .source = source};
}

constexpr std::string_view kMeasured =
    "Measured on one NVIDIA H200: hardware counters for 4,425 warp requests, each reproduced exactly. Swap "
    "loops and merged increments: seen in whole kernels there.";
constexpr std::string_view kLike90 =
    "32-, 64- and 128-bit accesses: public statements for compute capability 7.x and 8.x give the rules that "
    "were measured on 9.0. Stores, atomics and matrix instructions: as measured on 9.0.";
constexpr std::string_view kBanks90 = "CUDA C++ Programming Guide: 32 banks of 4 bytes, equal words "
                                      "broadcast. Wide accesses, atomics and matrix "
                                      "instructions: as measured on 9.0.";

// Compute capability 3.x: 32 banks that deliver 8 bytes each.
constexpr Machine kepler(std::string_view id, std::string_view title, uint32_t wordBytes,
                         std::string_view source) {
  return {.id = id,
          .title = title,
          .lanes = 32,
          .banks = 32,
          .wordBytes = wordBytes,
          .bankBytes = 8,
          .loads = {successive(32, 1), successive(32, 1), successive(32, 2)},
          .stores = {successive(32, 1), successive(32, 1), successive(32, 2)},
          .pairRule = false,
          .atomicsKnown = false,
          .evidence = Evidence::Documented,
          .source = source};
}

constexpr Machine amd(std::string_view id, std::string_view title, uint32_t lanes, uint32_t banks,
                      std::array<LaneGroups, 3> loads, std::array<LaneGroups, 3> stores,
                      std::string_view source) {
  return {.id = id,
          .title = title,
          .lanes = lanes,
          .banks = banks,
          .wordBytes = 4,
          .bankBytes = 4,
          .loads = loads,
          .stores = stores,
          .pairRule = false,
          .atomicsKnown = false,
          .evidence = Evidence::Documented,
          .source = source};
}

constexpr Machine kMachines[] = {
    nvidia("sm_50", "NVIDIA compute capability 5.0 (Maxwell)", Evidence::Documented, kBanks90),
    nvidia("sm_52", "NVIDIA compute capability 5.2 (Maxwell)", Evidence::Documented, kBanks90),
    nvidia("sm_53", "NVIDIA compute capability 5.3 (Maxwell)", Evidence::Documented, kBanks90),
    nvidia("sm_60", "NVIDIA compute capability 6.0 (Pascal)", Evidence::Documented, kBanks90),
    nvidia("sm_61", "NVIDIA compute capability 6.1 (Pascal)", Evidence::Documented, kBanks90),
    nvidia("sm_62", "NVIDIA compute capability 6.2 (Pascal)", Evidence::Documented, kBanks90),
    nvidia("sm_70", "NVIDIA compute capability 7.0 (Volta)", Evidence::Documented, kLike90),
    nvidia("sm_72", "NVIDIA compute capability 7.2 (Volta)", Evidence::Documented, kLike90),
    nvidia("sm_75", "NVIDIA compute capability 7.5 (Turing)", Evidence::Documented, kLike90),
    nvidia("sm_80", "NVIDIA compute capability 8.0 (Ampere)", Evidence::Documented, kLike90),
    nvidia("sm_86", "NVIDIA compute capability 8.6 (Ampere)", Evidence::Documented, kLike90),
    nvidia("sm_87", "NVIDIA compute capability 8.7 (Ampere)", Evidence::Documented, kLike90),
    nvidia("sm_89", "NVIDIA compute capability 8.9 (Ada)", Evidence::Documented, kLike90),
    nvidia("sm_90", "NVIDIA compute capability 9.0 (Hopper)", Evidence::Measured, kMeasured),
    nvidia("sm_100", "NVIDIA compute capability 10.0 (Blackwell)", Evidence::Documented, kBanks90),
    nvidia("sm_103", "NVIDIA compute capability 10.3 (Blackwell)", Evidence::Documented, kBanks90),
    nvidia("sm_110", "NVIDIA compute capability 11.0 (Blackwell)", Evidence::Documented, kBanks90),
    nvidia("sm_120", "NVIDIA compute capability 12.0 (Blackwell)", Evidence::Documented, kBanks90),
    nvidia("sm_121", "NVIDIA compute capability 12.1 (Blackwell)", Evidence::Documented, kBanks90),
    kepler("sm_35-bank4", "NVIDIA compute capability 3.x (Kepler), 4-byte banks", 4,
           "CUDA C Programming Guide, compute capability 3.x, 32-bit mode: no conflict within one word, nor "
           "between "
           "words i and i + 32 of one aligned segment of 64. Passes of wide accesses are not stated; chosen "
           "here: as "
           "many lanes as 32 banks of 8 bytes can serve. Atomics were loops under a lock: lower bounds."),
    kepler("sm_35-bank8", "NVIDIA compute capability 3.x (Kepler), 8-byte banks", 8,
           "CUDA C Programming Guide, compute capability 3.x, 64-bit mode: words of 8 bytes, no conflict "
           "within one. "
           "Passes of wide accesses are not stated; chosen here: as many lanes as 32 banks of 8 bytes can "
           "serve. "
           "Atomics were loops under a lock: lower bounds."),
    amd("gfx942", "AMD MI300X (CDNA 3)", 64, 32,
        {successive(64, 2), successive(64, 4), twice(kRead128Of32Banks)},
        {successive(64, 2), successive(64, 4), successive(64, 8)},
        "Public measurements, not ours; for 128 bits also AMD's Composable Kernel documentation on LDS bank "
        "conflicts. Stores of up to 64 bits: not stated, taken as the reads. Atomics: not stated, the "
        "stores' "
        "passes, one wavefront per lane at a bank, lower bounds. Matrix instructions: NVIDIA's, by its "
        "rule."),
    amd("gfx950", "AMD MI350X (CDNA 4)", 64, 64,
        {successive(64, 1), successive(64, 2), twice(kRead128Of64Banks)},
        {successive(64, 1), successive(64, 2), successive(64, 4)},
        "Public measurements of reads, not ours. Stores: not stated, taken as runs of as many lanes as 64 "
        "banks can "
        "serve. Atomics: not stated, the stores' passes, one wavefront per lane at a bank, lower bounds. "
        "Matrix "
        "instructions: NVIDIA's, by its rule."),
    amd("gfx1100", "AMD RDNA 3, 32 lanes", 32, 32, {successive(32, 1), successive(32, 2), kRead128Of32Banks},
        kNvidiaGroups,
        "Public measurements of reads, not ours. Stores: not stated, taken as runs of as many lanes as 32 "
        "banks can "
        "serve. Atomics: not stated, the stores' passes, one wavefront per lane at a bank, lower bounds. "
        "Matrix "
        "instructions: NVIDIA's, by its rule."),
    amd("gfx1201", "AMD RDNA 4, 32 lanes", 32, 32, kNvidiaGroups, kNvidiaGroups,
        "Public measurements, not ours. Atomics: not stated, the stores' passes, one wavefront per lane at a "
        "bank, "
        "lower bounds. Matrix instructions: NVIDIA's, by its rule."),
};

constexpr size_t kDefault = 13;

} // namespace

std::span<const Machine> machines() { return kMachines; }

const Machine* findMachine(std::string_view id) {
  for (const Machine& machine : kMachines) {
    if (machine.id == id) return &machine;
  }
  return nullptr;
}

const Machine& defaultMachine() {
  static_assert(kMachines[kDefault].id == "sm_90");
  return kMachines[kDefault];
}

} // namespace banklab::bank
