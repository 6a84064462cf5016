#pragma once

#include "analysis/fix/edit.hpp"

namespace banklab::analysis::fix {

/// The edits as a unified diff with three lines of context, as `patch -p1` takes it: `--- a/FILE`, `+++
/// b/FILE`.
std::string unifiedDiff(std::string_view file, std::string_view source, const Edits& edits);

} // namespace banklab::analysis::fix
