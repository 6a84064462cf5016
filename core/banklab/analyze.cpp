#include "analysis/analyze.hpp"
#include "analysis/fix/fix.hpp"
#include "analysis/service.hpp"
#include "banklab/convert.hpp"

#include <algorithm>

namespace banklab {

std::string_view name(Severity severity) noexcept {
  return analysis::name(static_cast<lang::Severity>(severity));
}

std::string_view name(BranchKind kind) noexcept {
  return analysis::name(static_cast<simt::BranchKind>(kind));
}

bool Analysis::hasErrors() const noexcept {
  const auto any = [](const std::vector<Diagnostic>& list) {
    return std::any_of(list.begin(), list.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::Error; });
  };
  return any(diagnostics) ||
         std::any_of(reports.begin(), reports.end(), [&](const Report& r) { return any(r.diagnostics); });
}

Analysis analyze(std::string_view source, const Options& options) {
  return publicAnalysis(analysis::analyze(source, engineOptions(options)));
}

std::string analyzeJson(std::string_view source, const Options& options) {
  return analysis::toJson(analysis::analyze(source, engineOptions(options)));
}

std::string fixJson(std::string_view source, const Options& options,
                    const std::function<bool(Progress)>& onProgress) {
  std::function<bool(analysis::fix::Progress)> hear;
  if (onProgress)
    hear = [&](analysis::fix::Progress progress) { return onProgress({progress.done, progress.total}); };
  return analysis::fix::toJson(analysis::fix::search(source, engineOptions(options), hear), source);
}

std::string_view version() noexcept { return analysis::version(); }

} // namespace banklab
