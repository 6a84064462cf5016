#include "analysis/fix/service.hpp"
#include "analysis/service.hpp"

#include <emscripten/bind.h>

// What JavaScript sees; web/engine/banklab.d.ts declares the same for TypeScript.

namespace {

using banklab::analysis::analyzeJson;
using banklab::analysis::finishStudy;
using banklab::analysis::machinesJson;
using banklab::analysis::multiprocessorsJson;
using banklab::analysis::replayJson;
using banklab::analysis::requestJson;
using banklab::analysis::startStudy;
using banklab::analysis::stepStudy;

std::string analyze(const std::string& source, const std::string& options) {
  return analyzeJson(source, options);
}
namespace fix = banklab::analysis::fix;

std::string fixWhole(const std::string& source, const std::string& options) {
  return fix::fixJson(source, options);
}
std::string fixStart(const std::string& source, const std::string& options) {
  return fix::startFix(source, options);
}
std::string studyStart(const std::string& source, const std::string& options) {
  return startStudy(source, options);
}
std::string request(const std::string& text, const std::string& machine) {
  return requestJson(text, machine);
}
std::string replay(const std::string& csv, const std::string& machine) { return replayJson(csv, machine); }
std::string version() { return std::string(banklab::analysis::version()); }

} // namespace

EMSCRIPTEN_BINDINGS(banklab) {
  emscripten::function("analyze", &analyze);
  emscripten::function("fix", &fixWhole);
  emscripten::function("fixStart", &fixStart);
  emscripten::function("fixStep", &fix::stepFix);
  emscripten::function("fixFinish", &fix::finishFix);
  emscripten::function("studyStart", &studyStart);
  emscripten::function("studyStep", &stepStudy);
  emscripten::function("studyFinish", &finishStudy);
  emscripten::function("request", &request);
  emscripten::function("replay", &replay);
  emscripten::function("machines", &machinesJson);
  emscripten::function("multiprocessors", &multiprocessorsJson);
  emscripten::function("version", &version);
}
