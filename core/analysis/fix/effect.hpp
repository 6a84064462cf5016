#pragma once

// What a change does to the counts: of an array, of its accesses, of all.

#include "analysis/fix/fix.hpp"
#include "analysis/fix/proof.hpp"

namespace banklab::analysis::fix {

/// Of an array in a run of the text that the edits make; of a stretch, by its sites.
Cost costOf(const Subject& subject, const Edits& edits, const Counted& counted);

struct Totals {
  uint64_t wavefronts = 0, ideal = 0, sectors = 0, sharedBytes = 0;
  uint32_t threads = 0; // of a block of the launch that takes the most shared memory
};
Totals totalsOf(const Counted& counted);

/// The accesses to an array before the edits and after them, in the order of the source.
std::vector<SiteChange> siteChanges(const lang::Source& source, const Subject& subject, const Edits& edits,
                                    const Counted& before, const Counted& after);

} // namespace banklab::analysis::fix
