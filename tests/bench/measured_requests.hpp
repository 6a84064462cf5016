// The requests of tests/hardware/h200_requests.csv, for benchmarks.
#pragma once

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "bank/model.hpp"

namespace banklab::bench {

struct MeasuredRequests {
  std::vector<std::array<uint32_t, 32>> offsets;
  std::vector<bank::Request> requests; // point into `offsets`, which must not grow any more
};

// Every row of the file, in its order; none if it cannot be read.
inline MeasuredRequests measuredRequests(const std::string& path) {
  struct Row {
    bank::Op op;
    uint64_t mask;
  };
  std::vector<Row> rows;
  MeasuredRequests measured;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::string op, mask, offsets;
    std::getline(fields, op, ',');
    std::getline(fields, mask, ',');
    std::getline(fields, offsets, ',');
    const auto known = bank::opFromName(op);
    if (!known) continue; // a comment, or the header
    rows.push_back({*known, std::stoull(mask, nullptr, 16)});
    std::istringstream numbers(offsets);
    for (uint32_t& offset : measured.offsets.emplace_back()) numbers >> offset;
  }
  for (size_t i = 0; i < rows.size(); ++i)
    measured.requests.push_back({rows[i].op, rows[i].mask, measured.offsets[i].data()});
  return measured;
}

} // namespace banklab::bench
