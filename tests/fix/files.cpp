#include "files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace banklab::test {

namespace fs = std::filesystem;

std::string readTestFile(const std::string& path) {
  std::ifstream in(fs::path(BANKLAB_TESTS_DIR) / path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> fixNames(const std::string& extension) {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(BANKLAB_TESTS_DIR) / "fix"))
    if (entry.path().extension() == extension) names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

analysis::Options optionsOf(const std::string& source) {
  analysis::Options options;
  constexpr std::string_view mark = "// options: ";
  if (source.compare(0, mark.size(), mark) == 0) {
    std::string error;
    const std::string json = source.substr(mark.size(), source.find('\n') - mark.size());
    EXPECT_TRUE(analysis::optionsFromJson(json, options, error)) << error;
  }
  return options;
}

namespace {

void tell(std::ostream& out, const analysis::fix::Fix& fix) {
  out << '\n' << analysis::fix::name(fix.kind) << ": " << fix.summary << '\n';
  out << fix.after.wavefronts << " wavefronts, " << fix.after.excessive() << " excessive, "
      << fix.bytesAdded() << " bytes more" << (fix.comparesValues ? "" : ", no value compared") << '\n';
  if (!fix.note.empty()) out << "note: " << fix.note << '\n';
  for (const analysis::fix::SiteChange& site : fix.sites)
    out << "  " << site.place.begin.line << ' ' << analysis::name(site.kind) << ' ' << site.text << ": "
        << site.before.wavefronts << " to " << site.after.wavefronts << '\n';
  out << fix.diff;
}

} // namespace

std::string fixText(const analysis::fix::Fixes& fixes) {
  std::ostringstream out;
  for (const analysis::Message& message : fixes.diagnostics)
    out << message.place.begin.line << ": " << analysis::name(message.severity) << ": " << message.message
        << '\n';
  for (const analysis::fix::ArrayFixes& array : fixes.arrays) {
    out << array.array << ", line " << array.place.begin.line << ": " << array.cost.wavefronts
        << " wavefronts, " << array.cost.excessive() << " excessive\n";
    if (!array.reason.empty()) out << "reason: " << array.reason << '\n';
    for (const analysis::fix::Fix& fix : array.fixes) tell(out, fix);
    for (const analysis::fix::Rejected& one : array.rejected)
      out << "\nrejected " << analysis::fix::name(one.kind) << ": " << one.summary << ": " << one.reason
          << '\n';
    out << '\n';
  }
  for (const analysis::fix::Fix& fix : fixes.together) tell(out, fix);
  return out.str();
}

} // namespace banklab::test
