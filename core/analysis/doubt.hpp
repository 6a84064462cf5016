#pragma once

#include "analysis/report.hpp"
#include "lang/program.hpp"

namespace banklab::analysis {

/// What a run met under a launch that is not the reader's own word is no mistake of the text's where it rests
/// on what was assumed: errors under an invented configuration, and those that hang on the values of buffers
/// that a host launch passes and nobody gave, become notes, which say so and what to write.
void doubt(const lang::Program& program, const lang::Launch& launch,
           std::vector<lang::Diagnostic>& diagnostics);

} // namespace banklab::analysis
