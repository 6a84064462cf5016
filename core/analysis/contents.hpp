#pragma once

#include "lang/program.hpp"

#include <span>
#include <string>

namespace banklab::analysis {

/// Where the address of an access to shared memory is made from what a buffer holds, and nobody gave that,
/// the counts are those of made-up contents: an assumption that says so of the first such access; empty where
/// there is none. Only values that the kernel reads through its own parameters and hands on are followed.
/// `fill`: what the buffers are filled by; `accesses`: the places of the accesses.
std::string assumedContents(const lang::Program& program, const lang::Launch& launch, std::string_view fill,
                            std::span<const lang::SourceRange> accesses);

} // namespace banklab::analysis
