#include "lang/diagnostic.hpp"

#include "lang/message.hpp"

namespace banklab::lang {

Diagnostic& Diagnostics::error(SourceRange range, std::string message) {
  return add(Severity::Error, range, std::move(message));
}

Diagnostic& Diagnostics::warning(SourceRange range, std::string message) {
  return add(Severity::Warning, range, std::move(message));
}

Diagnostic& Diagnostics::note(SourceRange range, std::string message) {
  return add(Severity::Note, range, std::move(message));
}

Diagnostic& Diagnostics::add(Severity severity, SourceRange range, std::string message) {
  // A message that is not kept still needs a place for its caller's notes.
  dropped_ = Diagnostic{severity, range, std::move(message), {}};
  if (severity == Severity::Error) {
    ++errors_;
    for (const Diagnostic& other : list_)
      if (other.severity == Severity::Error && other.range.begin == range.begin) return dropped_;
  }
  if (list_.size() > kLimit) return dropped_;
  if (list_.size() == kLimit) {
    list_.push_back(
        {Severity::Note,
         range,
         "more messages than " + std::to_string(kLimit) + " are left out; mend the first ones and look again",
         {}});
    return dropped_;
  }
  list_.push_back(std::move(dropped_));
  return list_.back();
}

} // namespace banklab::lang
