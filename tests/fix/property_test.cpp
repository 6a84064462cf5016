// An offered fix never changes what a kernel computes: held against runs that the proof did not make, with
// other contents of memory and in every block. BANKLAB_FIX_KERNELS random kernels (40), from BANKLAB_FIX_SEED
// on.

#include "bank/machine.hpp"
#include "files.hpp"
#include "generator.hpp"
#include "lang/compile.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace banklab;

namespace {

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* value = std::getenv(name);
  return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

class Deaf final : public simt::Listener {
  void onShared(const simt::SharedAccess&) override {}
};

/// All that the kernel leaves in global memory, and how many warnings and errors it gives.
struct Trace {
  std::vector<simt::BufferContents> buffers;
  size_t messages = 0;
};

Trace traceOf(const std::string& source, uint64_t seed) {
  Trace trace;
  const lang::Program program = lang::compile(source, {});
  EXPECT_FALSE(program.hasErrors()) << source;
  for (const lang::Launch& launch : program.launches) {
    simt::RunOptions options;
    options.blocks = UINT64_MAX;
    options.fill = simt::Fill::Random;
    options.seed = seed;
    options.keepBuffers = true;
    Deaf deaf;
    simt::RunResult run = simt::run(program, launch, bank::defaultMachine(), options, deaf);
    EXPECT_FALSE(run.truncated);
    for (simt::BufferContents& buffer : run.buffers) trace.buffers.push_back(std::move(buffer));
    trace.messages += run.diagnostics.size();
  }
  return trace;
}

bool isSame(const Trace& a, const Trace& b) {
  if (a.buffers.size() != b.buffers.size() || a.messages != b.messages) return false;
  for (size_t i = 0; i < a.buffers.size(); ++i) {
    if (a.buffers[i].pages.size() != b.buffers[i].pages.size()) return false;
    for (size_t p = 0; p < a.buffers[i].pages.size(); ++p)
      if (a.buffers[i].pages[p].offset != b.buffers[i].pages[p].offset ||
          a.buffers[i].pages[p].bytes != b.buffers[i].pages[p].bytes)
        return false;
  }
  return true;
}

} // namespace

TEST(FixProperty, AFixNeverChangesWhatAKernelComputes) {
  const uint64_t count = setting("BANKLAB_FIX_KERNELS", 40), first = setting("BANKLAB_FIX_SEED", 1);
  uint64_t refused = 0, fixes = 0, kinds[analysis::fix::kKinds] = {};
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const std::string source = test::randomKernel(seed);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + source);
    if (lang::compile(source, {}).hasErrors()) { // more static shared memory than there is
      ++refused;
      continue;
    }
    const analysis::fix::Fixes found = analysis::fix::search(source, {});
    ASSERT_FALSE(found.hasErrors());
    Trace before[2];
    for (size_t round = 0; round < 2; ++round) before[round] = traceOf(source, 77 + round);
    EXPECT_EQ(before[0].messages, 0u);
    std::vector<analysis::fix::Fix> all = found.together;
    for (const analysis::fix::ArrayFixes& array : found.arrays) {
      EXPECT_NE(array.fixes.empty(), array.reason.empty());
      all.insert(all.end(), array.fixes.begin(), array.fixes.end());
    }
    for (const analysis::fix::Fix& fix : all) {
      ++fixes;
      ++kinds[static_cast<size_t>(fix.kind)];
      EXPECT_TRUE(fix.comparesValues);
      EXPECT_LT(fix.allAfter, fix.allBefore);
      // What an array saves is what all save, where only this array changes.
      if (fix.kind != analysis::fix::Kind::ThreadOrder && fix.kind != analysis::fix::Kind::StructPadding) {
        EXPECT_EQ(fix.before.wavefronts - fix.after.wavefronts, fix.allBefore - fix.allAfter);
      }
      const std::string mended = analysis::fix::edited(source, fix.edits);
      for (size_t round = 0; round < 2; ++round)
        EXPECT_TRUE(isSame(before[round], traceOf(mended, 77 + round))) << fix.diff;
    }
  }
  EXPECT_LE(refused * 20, count);
  EXPECT_GE(fixes, count); // else the kernels have nothing to mend
  for (size_t kind = 0; kind < analysis::fix::kKinds; ++kind)
    RecordProperty(std::string(analysis::fix::name(static_cast<analysis::fix::Kind>(kind))),
                   static_cast<int>(kinds[kind]));
}
