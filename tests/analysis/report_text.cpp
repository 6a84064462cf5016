#include "report_text.hpp"

#include <sstream>

namespace banklab::analysis {

namespace {

std::string text(lang::Position position) {
  return std::to_string(position.line) + ':' + std::to_string(position.column);
}
std::string text(const Place& place) { return text(place.begin) + '-' + text(place.end); }
std::string text(lang::Dim3 dim) {
  return std::to_string(dim.x) + ',' + std::to_string(dim.y) + ',' + std::to_string(dim.z);
}

void write(std::ostream& out, const std::vector<Message>& messages) {
  for (const Message& message : messages) {
    out << name(message.severity) << ' ' << text(message.place) << ' ' << message.message << '\n';
    for (const Note& note : message.notes)
      out << "  note " << text(note.place) << ' ' << note.message << '\n';
  }
}

void write(std::ostream& out, const SiteReport& site) {
  out << name(site.kind) << ' ' << text(site.place) << ' ' << site.text << '\n';
  out << "  " << bank::opName(site.op) << ", " << site.bytesPerLane << " bytes per lane, array "
      << site.array;
  if (!site.predictable) out << ", not predictable";
  if (site.lowerBound) out << ", lower bound";
  out << "\n  requests " << site.requests << ", wavefronts " << site.wavefronts << ", ideal " << site.ideal
      << ", degree " << site.maxDegree << ", patterns " << site.patterns.size() << '\n';
  for (const MergeReport& merge : site.merges) {
    out << "  merge " << bank::opName(merge.into) << " of " << merge.accesses << ", " << merge.count
        << " times: " << merge.message << '\n';
    for (const Place& other : merge.with) out << "    with " << text(other) << '\n';
  }
}

void write(std::ostream& out, const Report& report) {
  out << "\nlaunch " << report.launchText << '\n';
  out << "kernel " << report.kernel << ", grid " << text(report.grid) << ", block " << text(report.block)
      << ", " << report.machine->id << '\n';
  out << "ran " << report.blocksRun << " blocks, " << report.warpsRun << " warps"
      << (report.truncated ? ", cut short" : "") << "; shared bytes " << report.sharedBytes << ", dynamic "
      << report.dynamicSharedBytes << '\n';
  for (const lang::Knob& knob : report.knobs) {
    out << "knob " << knob.name << " = ";
    knob.isFloat ? out << knob.real : out << knob.value;
    out << " [" << knob.min << ", " << knob.max << "]\n";
  }
  for (const std::string& assumption : report.assumptions) out << "assumed " << assumption << '\n';
  for (const SiteReport& site : report.sites) write(out, site);
  write(out, report.diagnostics);
}

} // namespace

std::string reportText(const Analysis& analysis) {
  std::ostringstream out;
  write(out, analysis.diagnostics);
  for (const Report& report : analysis.reports) write(out, report);
  return out.str();
}

} // namespace banklab::analysis
