#include "analysis/report.hpp"

#include <gtest/gtest.h>

using namespace banklab;
using namespace banklab::analysis;

TEST(ReportJson, HasTheSchemasFields) {
  SiteReport site;
  site.place = {{2, 11}, {2, 26}};
  site.text = "shared[tid * 8]";
  site.array = "shared";
  site.kind = simt::AccessKind::Load;
  site.op = bank::Op::LdB32;
  site.bytesPerLane = 4;
  site.requests = 3;
  site.wavefronts = 6;
  site.ideal = 3;
  site.maxDegree = 2;
  Pattern pattern;
  pattern.count = 3;
  pattern.op = bank::Op::LdB32;
  pattern.activeMask = 3;
  pattern.byteOffsets.assign(32, 0);
  pattern.byteOffsets[1] = 128;
  pattern.counts = bank::count(bank::defaultMachine(), {pattern.op, 3, pattern.byteOffsets.data()});
  pattern.schedule = bank::schedule(bank::defaultMachine(), {pattern.op, 3, pattern.byteOffsets.data()});
  pattern.block = {1, 2, 0};
  pattern.warp = 4;
  pattern.execution = 5;
  site.patterns.push_back(pattern);
  site.merges.push_back({bank::Op::LdV2B32, 2, 1, {{{3, 1}, {3, 9}}}, "merged"});

  Report report;
  report.machine = &bank::defaultMachine();
  report.launchText = "k<<<1, 2>>>()";
  report.kernel = "k";
  report.block = {2, 1, 1};
  report.sharedBytes = 256;
  report.blocksRun = report.warpsRun = 1;
  report.requests = 3, report.wavefronts = 6, report.ideal = 3;
  report.sites.push_back(site);
  report.knobs.push_back({"s", -8, -16, 31, false, 0});
  report.knobs.push_back({"f", 0, 0, 2, true, 0.5});
  report.assumptions = {"one block"};
  report.diagnostics.push_back(
      {lang::Severity::Warning, {{2, 1}, {2, 4}}, "a \"race\"", {{{{1, 1}, {1, 2}}, "here"}}});

  report.asCompiled = true;
  report.globalSites.push_back(
      {{{4, 3}, {4, 7}}, "a[i]", simt::AccessKind::Store, bank::Op::StB32, 4, 2, 9, 8});
  report.branches.push_back({{{5, 7}, {5, 12}}, "i < 3", simt::BranchKind::Loop, 4, 1, 128, 99});

  Analysis analysis;
  analysis.file = "a.cu";
  analysis.diagnostics.push_back({lang::Severity::Note, {}, "hello", {}});
  analysis.reports.push_back(report);

  EXPECT_EQ(
      toJson(analysis),
      R"({"schema":"banklab.report/1","file":"a.cu",)"
      R"("diagnostics":[{"severity":"note","line":1,"column":1,"end_line":1,"end_column":1,"message":"hello","notes":[]}],)"
      R"("reports":[{"machine":"sm_90","lanes":32,"banks":32,"word_bytes":4,"bank_bytes":4,)"
      R"j("launch":{"text":"k<<<1, 2>>>()","kernel":"k","grid":[1,1,1],"block":[2,1,1],)j"
      R"("dynamic_shared_bytes":0},)"
      R"("blocks_run":1,"warps_run":1,)"
      R"("sites":[{"line":2,"column":11,"end_line":2,"end_column":26,"text":"shared[tid * 8]","array":"shared",)"
      R"("kind":"load","op":"ld.b32","bytes_per_lane":4,"predictable":true,"lower_bound":false,)"
      R"("requests":3,"wavefronts":6,"ideal":3,"excessive":3,"max_degree":2,)"
      R"("patterns":[{"count":3,"wavefronts":2,"ideal":1,"degree":2,"op":"ld.b32","paired":false,)"
      R"("block":[1,2,0],"warp":4,"execution":5,"active_mask":"0x00000003",)"
      R"("byte_offsets":[0,128,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],)"
      R"("passes":[{"degree":2,"lanes":[0,1],"wavefronts":[[0],[1]]}]}],)"
      R"("merges":[{"op":"ld.v2.b32","accesses":2,"count":1,)"
      R"("with":[{"line":3,"column":1,"end_line":3,"end_column":9}],"message":"merged"}]}],)"
      R"("totals":{"requests":3,"wavefronts":6,"ideal":3,"excessive":3},"shared_bytes":256,)"
      R"("knobs":[{"name":"s","value":-8,"min":-16,"max":31,"is_float":false},)"
      R"({"name":"f","value":0.5,"min":0,"max":2,"is_float":true}],)"
      R"("assumptions":["one block"],)"
      R"("diagnostics":[{"severity":"warning","line":2,"column":1,"end_line":2,"end_column":4,"message":"a \"race\"",)"
      R"("notes":[{"line":1,"column":1,"end_line":1,"end_column":2,"message":"here"}]}],)"
      R"("truncated":false,"as_compiled":true,)"
      R"("global_sites":[{"line":4,"column":3,"end_line":4,"end_column":7,"text":"a[i]","kind":"store",)"
      R"("op":"st.b32","bytes_per_lane":4,"requests":2,"sectors":9,"ideal":8,"excessive":1}],)"
      R"("branches":[{"line":5,"column":7,"end_line":5,"end_column":12,"text":"i < 3","kind":"loop",)"
      R"("executions":4,"divergent":1,"active_lanes":128,"taken_lanes":99}]}]})");
}

TEST(ReportJson, WritesTheMaskOf64LanesInFull) {
  Pattern pattern;
  pattern.activeMask = UINT64_MAX;
  pattern.byteOffsets.assign(64, 0);
  SiteReport site;
  site.patterns.push_back(pattern);
  Report report;
  report.machine = bank::findMachine("gfx942");
  report.sites.push_back(site);
  Analysis analysis;
  analysis.reports.push_back(report);
  EXPECT_NE(toJson(analysis).find(R"("active_mask":"0xffffffffffffffff")"), std::string::npos);
}

TEST(Report, FindsErrorsAmongItsMessages) {
  const Message error{lang::Severity::Error, {}, "", {}}, warning{lang::Severity::Warning, {}, "", {}};
  Analysis analysis;
  analysis.diagnostics.push_back(warning);
  analysis.reports.emplace_back().diagnostics.push_back(warning);
  EXPECT_FALSE(analysis.hasErrors());
  analysis.reports.emplace_back().diagnostics.push_back(error);
  EXPECT_TRUE(analysis.hasErrors());
  analysis.reports.clear();
  EXPECT_FALSE(analysis.hasErrors());
  analysis.diagnostics.push_back(error);
  EXPECT_TRUE(analysis.hasErrors());
}
