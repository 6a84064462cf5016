#include "analysis/request.hpp"
#include "bank/numbers.hpp"

#include <algorithm>

namespace banklab::analysis {

namespace {

/// A piece of the text and where it stands.
struct Token {
  std::string_view text;
  Place place;
};

std::vector<Token> tokensOf(std::string_view text) {
  constexpr std::string_view kBetween = " \t\r\n,;\"";
  std::vector<Token> tokens;
  lang::Position at{1, 1};
  for (size_t i = 0; i < text.size();) {
    const size_t end = std::min(text.find_first_of(kBetween, i), text.size());
    const lang::Position from = at;
    if (end == i) {
      at = text[i] == '\n' ? lang::Position{at.line + 1, 1} : lang::Position{at.line, at.column + 1};
      ++i;
      continue;
    }
    at.column += static_cast<uint32_t>(end - i);
    tokens.push_back({text.substr(i, end - i), {from, at}});
    i = end;
  }
  return tokens;
}

struct Parsed {
  bank::Op op{};
  uint64_t mask = 0;
  std::vector<uint32_t> offsets;
  std::vector<Message> errors;

  void fail(const Place& place, std::string message) {
    errors.push_back({lang::Severity::Error, place, std::move(message), {}});
  }
};

Parsed parse(std::string_view text, const bank::Machine& machine) {
  const std::vector<Token> tokens = tokensOf(text);
  Parsed parsed;
  if (tokens.size() < 2) {
    parsed.fail({{1, 1}, {1, 1}},
                "a request is an op, a mask and byte offsets, like ld.b32 0xffffffff 0 4 8");
    return parsed;
  }
  if (const auto op = bank::opFromName(tokens[0].text)) {
    parsed.op = *op;
  } else {
    parsed.fail(tokens[0].place, "unknown op; ops are named like ld.b32 or atom.add.u32");
  }
  const auto mask = bank::parseNumber<uint64_t>(tokens[1].text);
  if (mask && (machine.lanes == 64 || *mask >> machine.lanes == 0)) {
    parsed.mask = *mask;
  } else {
    parsed.fail(tokens[1].place,
                "the active mask is a number of " + std::to_string(machine.lanes) + " bits, like 0x0000ffff");
  }
  constexpr uint64_t kMaxOffset = 1u << 24; // far beyond the shared memory of any GPU
  const uint32_t bytes = bank::bytesPerLane(parsed.op);
  for (size_t i = 2; i < tokens.size() && parsed.errors.size() < 8; ++i) {
    const auto offset = bank::parseNumber<uint64_t>(tokens[i].text);
    if (!offset || *offset >= kMaxOffset) {
      parsed.fail(tokens[i].place,
                  "a byte offset is a whole number from 0 to " + std::to_string(kMaxOffset - 1));
    } else if (*offset % bytes != 0 && i - 2 < machine.lanes && parsed.mask >> (i - 2) & 1) {
      parsed.fail(tokens[i].place, "lane " + std::to_string(i - 2) + "'s offset is no multiple of the " +
                                       std::to_string(bytes) + " bytes that it reads or writes");
    }
    parsed.offsets.push_back(static_cast<uint32_t>(offset.value_or(0)));
  }
  if (parsed.errors.empty() && parsed.offsets.size() != machine.lanes) {
    parsed.fail(tokens.back().place,
                std::to_string(parsed.offsets.size()) + " byte offsets, but the machine has " +
                    std::to_string(machine.lanes) + " lanes; give one for each lane, active or not");
  }
  return parsed;
}

} // namespace

Analysis analyzeRequest(std::string_view text, const bank::Machine& machine) {
  Analysis analysis;
  Parsed parsed = parse(text, machine);
  analysis.diagnostics = std::move(parsed.errors);
  if (!analysis.diagnostics.empty()) return analysis;

  for (uint32_t lane = 0; lane < machine.lanes; ++lane)
    if (!(parsed.mask >> lane & 1)) parsed.offsets[lane] = 0;
  const bank::Request request{parsed.op, parsed.mask, parsed.offsets.data()};
  Pattern pattern;
  pattern.count = 1;
  pattern.op = parsed.op;
  pattern.counts = bank::count(machine, request);
  pattern.schedule = bank::schedule(machine, request);
  pattern.activeMask = parsed.mask;
  pattern.byteOffsets = parsed.offsets;

  SiteReport site;
  site.text = bank::opName(parsed.op);
  site.place = {{1, 1}, {1, 1 + static_cast<uint32_t>(site.text.size())}};
  site.kind = static_cast<simt::AccessKind>(bank::opKind(parsed.op)); // in the same order
  site.op = parsed.op;
  site.bytesPerLane = bank::bytesPerLane(parsed.op);
  site.lowerBound = pattern.counts.lowerBound;
  site.requests = 1;
  site.wavefronts = pattern.counts.wavefronts;
  site.ideal = pattern.counts.ideal;
  site.maxDegree = pattern.counts.maxDegree;

  Report report;
  report.machine = &machine;
  report.grid = {1, 1, 1};
  report.block = {machine.lanes, 1, 1};
  report.requests = 1;
  report.wavefronts = site.wavefronts;
  report.ideal = site.ideal;
  report.sharedBytes = *std::max_element(parsed.offsets.begin(), parsed.offsets.end()) + site.bytesPerLane;
  site.patterns.push_back(std::move(pattern));
  report.sites.push_back(std::move(site));
  analysis.reports.push_back(std::move(report));
  return analysis;
}

} // namespace banklab::analysis
