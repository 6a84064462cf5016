#include "bank/replay.hpp"

#include <array>

#include "bank/model.hpp"
#include "bank/numbers.hpp"

namespace banklab::bank {
namespace {

constexpr size_t kNoColumn = ~size_t{0};

// Takes the text up to the separator, and the separator, from `rest`.
std::string_view takeUntil(std::string_view& rest, char separator) {
  const size_t end = rest.find(separator);
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return taken;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// A field, without the quotes that a spreadsheet program puts around it.
std::string_view clean(std::string_view field) {
  field = trim(field);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"')
    field = trim(field.substr(1, field.size() - 2));
  return field;
}

// What a message quotes of the text: a short piece, printable.
std::string quoted(std::string_view text) {
  constexpr size_t kLongest = 24;
  std::string quote = "'";
  for (const char c : text.substr(0, kLongest)) quote += c >= ' ' && c <= '~' ? c : '?';
  return quote + (text.size() > kLongest ? "...'" : "'");
}

struct Columns {
  size_t op = kNoColumn, mask = kNoColumn, offsets = kNoColumn, wavefronts = kNoColumn, conflicts = kNoColumn;
};

struct Row {
  Op op{};
  uint64_t mask = 0;
  std::array<uint32_t, kMaxLanes> offsets{};
  uint32_t wavefronts = 0;
  std::optional<uint32_t> conflicts;
};

// Each parse function gives a message, empty if all is well.
std::string parseHeader(std::string_view line, Columns& columns) {
  struct Name {
    std::string_view name;
    size_t Columns::*column;
    bool needed;
  };
  constexpr Name kNames[] = {{"op", &Columns::op, true},
                             {"active_mask", &Columns::mask, true},
                             {"byte_offsets", &Columns::offsets, true},
                             {"wavefronts", &Columns::wavefronts, true},
                             {"bank_conflicts", &Columns::conflicts, false}};
  for (size_t index = 0; !line.empty(); ++index) {
    const std::string_view field = clean(takeUntil(line, ','));
    for (const Name& name : kNames) {
      if (field != name.name) continue;
      if (columns.*name.column != kNoColumn)
        return "the header names column " + quoted(field) + " twice; keep one";
      columns.*name.column = index;
    }
  }
  for (const Name& name : kNames) {
    if (name.needed && columns.*name.column == kNoColumn) {
      return "the header has no column '" + std::string(name.name) +
             "'; the first line names op, active_mask, byte_offsets, wavefronts";
    }
  }
  return {};
}

std::string parseOffsets(std::string_view text, uint32_t lanes, Row& row) {
  uint32_t n = 0;
  while (!(text = trim(text)).empty()) {
    const std::string_view field = takeUntil(text, ' ');
    const auto offset = parseNumber<uint32_t>(field);
    if (!offset) return "byte offset " + quoted(field) + " is not a whole number from 0 to 4294967295";
    if (n < lanes) row.offsets[n] = *offset;
    ++n;
  }
  if (n == lanes) return {};
  return std::to_string(n) + " byte offsets, but the machine has " + std::to_string(lanes) +
         " lanes; give one for each lane, active or not";
}

std::string parseRow(std::string_view line, const Columns& columns, uint32_t lanes, Row& row) {
  std::string_view op, mask, offsets, wavefronts, conflicts;
  for (size_t index = 0; !line.empty(); ++index) {
    const std::string_view field = clean(takeUntil(line, ','));
    if (index == columns.op) op = field;
    if (index == columns.mask) mask = field;
    if (index == columns.offsets) offsets = field;
    if (index == columns.wavefronts) wavefronts = field;
    if (index == columns.conflicts) conflicts = field;
  }
  const auto parsedOp = opFromName(op);
  if (!parsedOp) return "unknown op " + quoted(op) + "; ops are named like ld.b32 or atom.add.u32";
  row.op = *parsedOp;
  const auto parsedMask = parseNumber<uint64_t>(mask);
  if (!parsedMask || (lanes < 64 && *parsedMask >> lanes != 0)) {
    return "active mask " + quoted(mask) + " is not a number of " + std::to_string(lanes) +
           " bits, like 0x0000ffff";
  }
  row.mask = *parsedMask;
  if (std::string message = parseOffsets(offsets, lanes, row); !message.empty()) return message;
  const auto parsedWavefronts = parseNumber<uint32_t>(wavefronts);
  if (!parsedWavefronts) return "wavefronts " + quoted(wavefronts) + " is not a whole number";
  row.wavefronts = *parsedWavefronts;
  if (!conflicts.empty()) {
    row.conflicts = parseNumber<uint32_t>(conflicts);
    if (!row.conflicts)
      return "bank_conflicts " + quoted(conflicts) + " is not a whole number; it may be empty";
  }
  return {};
}

void compare(const Row& row, size_t line, const Machine& machine, ReplayResult& result) {
  const Counts counts = count(machine, {row.op, row.mask, row.offsets.data()});
  const uint32_t gotConflicts = countsAsLoad(row.op) ? conflicts(counts) : 0;
  const bool wavefrontsAgree =
      counts.lowerBound ? row.wavefronts >= counts.wavefronts : row.wavefronts == counts.wavefronts;
  ++result.rows;
  if (wavefrontsAgree && row.conflicts.value_or(gotConflicts) == gotConflicts) {
    ++result.agreed;
  } else {
    result.differences.push_back(
        {line, row.op, row.wavefronts, counts.wavefronts, row.conflicts, gotConflicts});
  }
}

} // namespace

ReplayResult replay(std::string_view csv, const Machine& machine) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (csv.substr(0, kByteOrderMark.size()) == kByteOrderMark) csv.remove_prefix(kByteOrderMark.size());
  ReplayResult result;
  Columns columns;
  bool haveHeader = false;
  size_t number = 0;
  while (!csv.empty()) {
    const std::string_view line = trim(takeUntil(csv, '\n'));
    ++number;
    if (line.empty() || line[0] == '#') continue;
    if (result.errors.size() + 1 == kMaxReplayErrors) {
      result.errors.push_back({number, "too many lines that cannot be read; reading stopped here"});
      break;
    }
    if (!haveHeader) {
      haveHeader = true;
      std::string message = parseHeader(line, columns);
      if (message.empty()) continue;
      result.errors.push_back({number, std::move(message)});
      break; // without names no line means anything
    }
    Row row;
    std::string message = parseRow(line, columns, machine.lanes, row);
    if (message.empty()) {
      compare(row, number, machine, result);
    } else {
      result.errors.push_back({number, std::move(message)});
    }
  }
  if (!haveHeader) {
    result.errors.push_back({number, "no header line; it names op, active_mask, byte_offsets, wavefronts"});
  }
  return result;
}

} // namespace banklab::bank
