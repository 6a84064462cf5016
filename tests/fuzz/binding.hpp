#pragma once

// What a page asks for besides one analysis: a request's text, and analyses and searches that are made piece
// by piece, begun, gone on with and ended in any order.

#include "analysis/fix/service.hpp"
#include "analysis/service.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace banklab::fuzz {

inline std::string_view takeLine(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
  return line;
}

/// The first line says the calls, a letter each; the second is the options' JSON, or a machine; what follows
/// is the source, or the request. Returns the answer to each call, "" or JSON. Each run is short.
inline std::vector<std::string> binding(std::string_view text) {
  using namespace analysis;
  const std::string_view calls = takeLine(text).substr(0, 16);
  std::string second(takeLine(text));
  // Of two members of one name the last counts.
  if (second.size() >= 2 && second.front() == '{' && second.back() == '}') {
    second.back() = second.size() > 2 ? ',' : ' ';
    second += "\"maxSteps\":2000}";
  }
  std::vector<std::string> answers;
  for (const char which : calls) {
    switch (which) {
    case 'r': answers.push_back(requestJson(text, second)); break;
    case 's': answers.push_back(startStudy(text, second)); break;
    case 't': answers.push_back(stepStudy()); break;
    case 'u': answers.push_back(finishStudy()); break;
    case 'f': answers.push_back(fix::startFix(text, second)); break;
    case 'g': answers.push_back(fix::stepFix()); break;
    case 'h': answers.push_back(fix::finishFix()); break;
    default: break;
    }
  }
  answers.push_back(finishStudy()); // the next text begins with nothing under way
  answers.push_back(fix::finishFix());
  return answers;
}

} // namespace banklab::fuzz
