// What is wrong with types that may be the host's alone. Host code uses much that is not read (the C++
// library, CUDA's own host types), so that a mistake in a type without a word of CUDA in it matters only once
// device code uses the type: until then it is held back.

#include "lang/sema/sema.hpp"

#include <algorithm>

namespace banklab::lang::sema {

/// Whether the type has a function for the device in it; in a fragment all is for the device.
bool Sema::isForDevice(const syntax::RecordDecl& decl) const {
  if (program_.isFragment || !program_.source->holds(decl.range)) return true;
  return std::any_of(decl.members.begin(), decl.members.end(), [](const syntax::Decl* member) {
    return member && (member->specifiers & (syntax::kDevice | syntax::kGlobal));
  });
}

/// Device code uses what these are about.
void Sema::sayHeld(std::vector<Diagnostic>& held) {
  if (!inDevice_ || held.empty()) return;
  const std::vector<Diagnostic> said = std::exchange(held, {});
  for (const Diagnostic& one : said)
    (one.severity == Severity::Error     ? bodies_->error(one.range, one.message)
     : one.severity == Severity::Warning ? bodies_->warning(one.range, one.message)
                                         : bodies_->note(one.range, one.message))
        .notes = one.notes;
}

} // namespace banklab::lang::sema
